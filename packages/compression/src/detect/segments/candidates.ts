import { CompressionLevel } from '@lexichord/abstractions';

import type { SegmentWords } from './segment-words.js';
import { type ShownContext, type ShownLevel, shownLevel } from './shown-context.js';

/** A segment of which the context does not show everything. */
export interface Candidate extends SegmentWords {
  readonly shown: ShownLevel;
}

/** A conversation as a context shows it. */
export interface Candidates {
  /** By number. */
  readonly all: readonly SegmentWords[];
  /** Those that have more to show, by number. */
  readonly open: readonly Candidate[];
}

export function findCandidates(all: readonly SegmentWords[], context: ShownContext): Candidates {
  const open = all
    .map((segment) => ({ ...segment, shown: shownLevel(context, segment) }))
    .filter(({ shown }) => shown > CompressionLevel.full);
  return { all, open };
}
