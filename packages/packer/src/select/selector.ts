import { type ExcludedChunk, type IncludedChunk, type RankedChunk, type Token, token } from '@lexichord/abstractions';

import type { RepetitionIndex } from '../deduplicate/repetition-index.js';
import type { Layout } from '../format/formatter.js';
import type { IBudgetManager } from './token-budget.js';

/** Budget, costs and limits by which chunks are selected. */
export interface SelectionRules {
  /** Allocations are made in it. */
  readonly budget: IBudgetManager;
  /** The costs of the chunks. */
  readonly layout: Layout;
  /** So many of the best chunks are fitted before all others, whatever they score. */
  readonly minimumChunks: number;
  /** Whether to take from the kinds of source in turn instead of by rank alone. */
  readonly balance: boolean;
  /** So many tokens of search results go to the best chunk of each file before further chunks of a file. */
  readonly breadthTokens: number;
  /** Chunks with a lower score are left out. */
  readonly inclusionThreshold: number;
  /** Makes empty indexes of what is selected. Absent: repetition is not looked for. */
  readonly openIndex?: (() => RepetitionIndex) | undefined;
  /** Whether the time is over: then what was not looked at yet is left out as `timeout`. Absent: there is no hurry. */
  readonly isOutOfTime?: (() => boolean) | undefined;
}

/** The selected chunks, and the others with reasons. */
export interface Selection {
  /** Best first. */
  readonly included: readonly IncludedChunk[];
  /** Best first (T-016 FR-016-117, -118). */
  readonly excluded: readonly ExcludedChunk[];
}

/** Chooses what a budget is spent on (T-016 FR-016-106..120). */
export interface ISelector {
  /** @param chunks best first */
  select(chunks: readonly RankedChunk[], rules: SelectionRules): Selection;
}
export const ISelector: Token<ISelector> = token('ISelector');
