import type { RankedChunk, RejectedSource } from '@lexichord/abstractions';

import type { WithheldChunk } from '../chunk/source-chunker.js';
import type { CollectedSources } from '../collect/collected-sources.js';
import type { KnownChanges } from '../rank/recent-changes-in-time.js';
import type { ScreenedParts } from '../secrets/screen-pack-names.js';
import type { SourcedChunk } from '../sourced-chunk.js';

/** What is known of a pack's sources, whichever stage it is in. */
interface SourceFacts {
  /** Sources that could be used, each once. */
  readonly usable: number;
  /** Sources that were there already. */
  readonly repeated: number;
  readonly rejected: readonly RejectedSource[];
  readonly warnings: readonly string[];
  /** Whether the time was over before a stage was done with everything. */
  readonly isPartial: boolean;
}

/** After collecting. */
export interface CollectedPack extends CollectedSources {
  /** What git says, which may come later: only ranking needs it. */
  readonly changes: Promise<KnownChanges>;
}

/** After cutting. */
export interface ChunkedPack extends SourceFacts, Pick<CollectedPack, 'changes'> {
  /** All of them. */
  readonly chunks: readonly SourcedChunk[];
  /** Those of them that hold secrets. They are ranked, to be listed in their places. */
  readonly withheld: readonly WithheldChunk[];
}

/** After ranking, and after the removal of repetition: `allowed` are the chunks that may be taken, best first. */
export interface RankedPack extends Omit<SourceFacts, keyof ScreenedParts>, ScreenedParts {
  readonly allowed: readonly RankedChunk[];
}
