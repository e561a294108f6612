import type { StyleRule, StyleSeverity } from '@lexichord/abstractions';

/** A rule and how often the text at hand touches it. */
export interface RankedRule {
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
