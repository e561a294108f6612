import type { IClock, PackStage, PackTimings, RankedChunk, RejectedSource } from '@lexichord/abstractions';

import type { ReadChange } from '../change/change-cutter.js';
import type { SourcedChunk, WithheldChunk } from '../chunk/source-chunker.js';
import type { CollectedSources } from '../collect/source-collector.js';
import type { RepetitionIndex } from '../deduplicate/repetition-index.js';
import type { RepeatedChunks } from '../rank/distinct-chunks.js';
import type { KnownChanges } from '../rank/recent-changes-in-time.js';
import type { ScreenedParts } from '../secrets/screen-pack-names.js';

/** Facts about a pack's sources, for every stage. */
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
  /** The answer of git, which may come later: only ranking needs it. */
  readonly changes: Promise<KnownChanges>;
  /** The change that is packed, which is read meanwhile; it never rejects. Absent: there is none. */
  readonly changed?: Promise<ReadChange> | undefined;
}

/** After cutting. */
export interface ChunkedPack extends SourceFacts, Pick<CollectedPack, 'changes'> {
  /** All of them. */
  readonly chunks: readonly SourcedChunk[];
  /** Chunks that are not packed. They are ranked, to be listed in order. */
  readonly withheld: readonly WithheldChunk[];
}

/** After ranking: `allowed` are the chunks that may be taken, best first. */
export interface RankedPack extends Omit<SourceFacts, keyof ScreenedParts>, ScreenedParts {
  readonly allowed: readonly RankedChunk[];
  readonly repeatedChunks: RepeatedChunks;
}

/** After preparing the comparison of the chunks. */
export interface ComparedPack extends RankedPack {
  /** Makes empty indexes of the selected chunks. */
  readonly openIndex: () => RepetitionIndex;
}

/** How long each stage of one pack took. */
export class StageTimer {
  private readonly startedMs: number;
  private readonly tookMs = new Map<PackStage, number>();

  constructor(
    private readonly clock: IClock,
    private readonly onStage: ((stage: PackStage) => void) | undefined,
  ) {
    this.startedMs = clock.monotonicMs();
  }

  /** Runs a stage. A stage that runs twice has both times. */
  async run<T>(stage: PackStage, work: () => T | Promise<T>): Promise<T> {
    this.onStage?.(stage);
    const startedMs = this.clock.monotonicMs();
    try {
      return await work();
    } finally {
      this.tookMs.set(stage, (this.tookMs.get(stage) ?? 0) + this.clock.monotonicMs() - startedMs);
    }
  }

  timings(): PackTimings {
    const of = (stage: PackStage): number => this.tookMs.get(stage) ?? 0;
    return {
      collect: of('collect'),
      chunk: of('chunk'),
      rank: of('rank'),
      dedup: of('dedup'),
      select: of('select'),
      format: of('format'),
      total: this.clock.monotonicMs() - this.startedMs,
    };
  }
}
