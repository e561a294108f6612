import {
  type CallOptions,
  type RankWeights,
  type RankedChunk,
  type RecentChanges,
  type SourceType,
  type Token,
  token,
} from '@lexichord/abstractions';

import type { SourcedChunk } from '../chunk/source-chunker.js';

/** Inputs of the ranking, in addition to the chunks (T-016 FR-016-53). */
export interface RankingContext {
  readonly task: string;
  readonly weights: RankWeights;
  /** 0 to 100 each; higher is more important. */
  readonly priorities: Readonly<Record<SourceType, number>>;
  /** `auto`: the source's own score if it has one, otherwise keywords; `keyword`: always keywords. */
  readonly relevance: 'auto' | 'keyword';
  /** Whether the age of search hits counts. Default: false. */
  readonly datesSearchHits?: boolean | undefined;
  /** Absent without git: then the times of the file system count. */
  readonly recentChanges?: RecentChanges | undefined;
  /** In milliseconds since the Unix epoch. */
  readonly nowMs: number;
}

/** Orders chunks by their value for a task (T-016 FR-016-51..70). */
export interface IRanker {
  /**
   * Ranks chunks, best first. Chunks with equal scores keep their order (T-016 FR-016-68, AC-094).
   *
   * @throws {LexichordError} `invalid-argument` for weights that do not sum to 1 (T-016 AC-129)
   */
  rank(
    chunks: readonly SourcedChunk[],
    context: RankingContext,
    options?: CallOptions,
  ): Promise<readonly RankedChunk[]>;
}
export const IRanker: Token<IRanker> = token('IRanker');
