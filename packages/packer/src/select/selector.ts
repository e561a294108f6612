import { type ExcludedChunk, type IncludedChunk, type RankedChunk, type Token, token } from '@lexichord/abstractions';

import type { RepetitionIndex } from '../deduplicate/repetition-index.js';
import type { Layout } from '../format/formatter.js';
import type { IBudgetManager } from './token-budget.js';

/** Budget, costs and limits by which chunks are selected. */
export interface SelectionRules {
  /** Charged with the selected chunks. */
  readonly budget: IBudgetManager;
  /** Measures the costs of the chunks. */
  readonly layout: Layout;
  /** Number of the best chunks that are fitted before all others, at any score. */
  readonly minimumChunks: number;
  /** Whether to alternate between source types instead of selecting by rank alone. */
  readonly balance: boolean;
  /** Tokens of search results for the best chunk of each file, before further chunks of a file. */
  readonly breadthTokens: number;
  /** Chunks with a lower score are left out. */
  readonly inclusionThreshold: number;
  /** Creates an empty index of the selection. Absent: repetition is not checked. */
  readonly createIndex?: (() => RepetitionIndex) | undefined;
  /** Whether the time limit is exceeded; then the remaining chunks are excluded as `timeout`. Absent: no time limit. */
  readonly isOutOfTime?: (() => boolean) | undefined;
}

/** The selected chunks, and the excluded ones with reasons. */
export interface Selection {
  /** Best first. */
  readonly included: readonly IncludedChunk[];
  /** Best first (T-016 FR-016-117, -118). */
  readonly excluded: readonly ExcludedChunk[];
}

/** Selects chunks within a budget (T-016 FR-016-106..120). */
export interface ISelector {
  /** @param chunks best first */
  select(chunks: readonly RankedChunk[], rules: SelectionRules): Selection;
}
export const ISelector: Token<ISelector> = token('ISelector');
