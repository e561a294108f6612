import type { ITokenCounter } from '@lexichord/abstractions';
import { formatCount } from '../text/format-count.js';
import { toOneLine } from '../text/one-line.js';
import type { RankedRule } from './rank-rules.js';

/** Rules as text that fits. */
export interface FormattedRules {
  readonly content: string;
  /** How many of the rules, from the first, are in it. */
  readonly shown: number;
}

/** Longest instruction that is shown whole, in UTF-16 units. */
const maxInstructionLength = 400;

/** One bullet a rule, whole rules only, and a last line that says how many more there are. Empty when none fits. */
export function formatRules(
  rules: readonly RankedRule[],
  { maxTokens, tokenCounter }: { readonly maxTokens: number; readonly tokenCounter: ITokenCounter },
): FormattedRules {
  const bullets = rules.map(formatRule);
  let low = 0;
  let high = Math.min(bullets.length, maxTokens);
  while (low < high) {
    const shown = Math.ceil((low + high) / 2);
    if (tokenCounter.countTokens(listOf(bullets, shown)) <= maxTokens) low = shown;
    else high = shown - 1;
  }
  return { content: low === 0 ? '' : listOf(bullets, low), shown: low };
}

function listOf(bullets: readonly string[], shown: number): string {
  const more = bullets.length - shown;
  const last = more === 0 ? [] : [`- … ${formatCount(more)} more rule${more === 1 ? '' : 's'}`];
  return [...bullets.slice(0, shown), ...last].join('\n');
}

function formatRule({ rule: { id, severity, instruction }, matches }: RankedRule): string {
  const found = matches === 0 ? '' : `; found ${matches === 1 ? 'once' : `${formatCount(matches)} times`} in this text`;
  return `- ${toOneLine(instruction, maxInstructionLength)} (${severity}, ${toOneLine(id, maxInstructionLength)}${found})`;
}
