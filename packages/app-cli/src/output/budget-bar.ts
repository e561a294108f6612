import { formatCount, formatShare } from './numbers.js';
import type { Colors } from './text-layout.js';

const maxWidth = 60;

/** A budget and its use, in tokens. */
interface BudgetUse {
  readonly usedTokens: number;
  readonly maxTokens: number;
}

/**
 * Two lines: the budget and its use in numbers, and the same as a bar (SBD-072 §16.1). The bar is green, yellow from
 * 80 % and red from 95 %. Any use shows at least one cell, and only a full budget fills the bar.
 */
export function budgetBar(
  { usedTokens, maxTokens }: BudgetUse,
  { colors, columns }: { readonly colors: Colors; readonly columns: number },
): string {
  const width = Math.min(maxWidth, columns);
  const filled = filledCells(usedTokens / maxTokens, width);
  const paint =
    usedTokens >= maxTokens * 0.95 ? colors.red : usedTokens >= maxTokens * 0.8 ? colors.yellow : colors.green;
  const numbers = `Budget: ${formatCount(maxTokens)} tokens | Used: ${formatCount(usedTokens)} tokens (${formatShare(usedTokens, maxTokens)})`;
  return `${colors.bold(numbers)}\n${paint('━'.repeat(filled))}${colors.dim('░'.repeat(width - filled))}`;
}

function filledCells(share: number, width: number): number {
  if (share >= 1) return width;
  return share > 0 ? Math.min(width - 1, Math.max(1, Math.round(share * width))) : 0;
}
