import type { JSX } from 'preact';

import type { FragmentView } from '../../view-model/preview-state.js';
import { shareText, tokensText } from './amounts.js';
import { drawnWhenChanged } from './drawn-when-changed.js';

interface BudgetSegmentProps {
  readonly fragment: FragmentView;
  /** Whether Tab goes to it. */
  readonly isStop: boolean;
}

/** A fragment in the bar, as wide as its tokens. What it does is the bar's: one set of handlers for all. */
export const BudgetSegment = drawnWhenChanged(({ fragment, isStop }: BudgetSegmentProps): JSX.Element => {
  const { sourceId, label, tokens, budgetShare, color } = fragment;
  const name = `${label}: ${tokensText(tokens)}, ${shareText(budgetShare)} of the budget`;
  return (
    <button
      class="budget-segment"
      type="button"
      data-part="segment"
      data-source={sourceId}
      data-color={color % 10}
      tabIndex={isStop ? 0 : -1}
      aria-label={name}
      title={name}
      style={{ flexGrow: tokens }}
    />
  );
});
