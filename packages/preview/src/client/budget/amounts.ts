import { countOf } from '@lexichord/platform/number-text';

import type { AssemblyView, FragmentView } from '../../view-model/preview-state.js';

/** `2,150 tokens`, `1 token`. */
export function tokensText(tokens: number): string {
  return countOf(tokens, 'token');
}

/**
 * A share from 0 to 1 as whole per cent. A positive share is at least `<1 %`, and a share below 1 at most `99 %`.
 */
export function shareText(share: number): string {
  if (!Number.isFinite(share) || share <= 0) return '0 %';
  if (share < 0.01) return '<1 %';
  const rounded = Math.round(share * 100);
  return `${String(share < 1 ? Math.min(99, rounded) : rounded)} %`;
}

/** From 0 to 1, with two digits: `0.82`. */
export function scoreText(score: number): string {
  return score.toFixed(2);
}

/** `18 ms`, `1.2 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1) return '<1 ms';
  if (milliseconds < 999.5) return `${String(Math.round(milliseconds))} ms`;
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** Division of the budget, in tokens. */
export interface BudgetShares {
  readonly segments: readonly FragmentView[];
  /** Headings and separators between the fragments. */
  readonly framing: number;
  readonly free: number;
}

/** The parts of the bar. They add up to the budget, unless the fragments alone exceed the sum. */
export function budgetShares({ fragments, totalTokens, renderedTokens, maxTokens }: AssemblyView): BudgetShares {
  // Counted together, texts can be a few tokens less than one by one.
  const framing = Math.max(0, renderedTokens - totalTokens);
  return {
    segments: fragments.filter(({ tokens }) => tokens > 0),
    framing,
    free: Math.max(0, maxTokens - Math.max(totalTokens, renderedTokens)),
  };
}

/**
 * Meaning of a text in the budget's field: tokens, `agent` for an empty text, `invalid` for anything that is no number
 * of tokens.
 */
export function budgetEntry(text: string): number | 'agent' | 'invalid' {
  // People copy numbers with their thousands apart.
  const digits = text.replace(/[\s,_]/gu, '');
  if (digits === '') return 'agent';
  const tokens = Number(digits);
  return Number.isSafeInteger(tokens) && tokens >= 1 ? tokens : 'invalid';
}
