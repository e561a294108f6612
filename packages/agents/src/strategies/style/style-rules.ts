import type { ITokenCounter, StyleRule, StyleSeverity } from '@lexichord/abstractions';
import { formatCount } from '@lexichord/platform/number-text';

import { toOneLine } from '../text/one-line.js';

/** A rule and how often the text at hand touches it. */
interface RankedRule {
  readonly rule: StyleRule;
  readonly matches: number;
}

/** How much a match of each severity counts. */
const severityWeight: Readonly<Record<StyleSeverity, number>> = { error: 3, warning: 2, suggestion: 1 };

/**
 * Rules the text touches first, more and graver matches before fewer and lighter ones; then by severity, then id. Of
 * long lists only the entries that the text touches: the others would crowd out every other rule.
 */
export function rankRules(rules: readonly StyleRule[], text: string): readonly RankedRule[] {
  return rules
    .map((rule) => ({ rule, matches: text.length === 0 ? 0 : rule.countMatches(text) }))
    .filter(({ rule, matches }) => matches > 0 || rule.isListEntry !== true)
    .sort(
      (left, right) =>
        weightOf(right) - weightOf(left) ||
        severityWeight[right.rule.severity] - severityWeight[left.rule.severity] ||
        compareIds(left.rule.id, right.rule.id),
    );
}

function weightOf({ rule, matches }: RankedRule): number {
  return matches * severityWeight[rule.severity];
}

function compareIds(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Rules as text that fits. */
interface FormattedRules {
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
