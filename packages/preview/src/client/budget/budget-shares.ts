import type { AssemblyView, FragmentView } from '../../view-model/preview-state.js';

/** What the budget went to, in tokens. */
export interface BudgetShares {
  readonly segments: readonly FragmentView[];
  /** Headings and separators between the fragments. */
  readonly framing: number;
  readonly free: number;
}

/** The parts of the bar. They add up to the budget, unless the fragments alone are above what is counted together. */
export function budgetShares({ fragments, totalTokens, renderedTokens, maxTokens }: AssemblyView): BudgetShares {
  // Counted together, texts can be a few tokens less than one by one.
  const framing = Math.max(0, renderedTokens - totalTokens);
  return {
    segments: fragments.filter(({ tokens }) => tokens > 0),
    framing,
    free: Math.max(0, maxTokens - Math.max(totalTokens, renderedTokens)),
  };
}
