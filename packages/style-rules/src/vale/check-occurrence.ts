import { fillMessage, quotedList } from '../instruction-text.js';
import { PatternScanner } from '../pattern/pattern-scanner.js';
import { selectProse } from '../prose/prose-scope.js';
import { type CheckContext, countOnce, readPatterns, type RuleDraft, showPatterns } from './rule-draft.js';
import type { ValeRule } from './vale-rule-file.js';

/** `extends: occurrence`: no more, or no less, of something than a number, in each stretch of the rule's scope. */
export function draftOccurrence(rule: ValeRule, context: CheckContext): readonly RuleDraft[] {
  const { fields } = rule;
  const patterns = readPatterns(rule, fields.list('token'), { context, ignoreCase: fields.flag('ignorecase') });
  if (patterns.length === 0) return [];
  const max = fields.number('max') ?? 0;
  const min = fields.number('min') ?? 0;
  const scanner = new PatternScanner(patterns.map(({ pattern }) => pattern));
  const count = countOnce(rule, context, {
    fallback: 0,
    count: (prose) =>
      selectProse(prose, rule.scopes).filter((text) => {
        const found = countMatches(scanner, text);
        return (max > 0 && found > max) || (min > 0 && found < min);
      }).length,
  });
  const bound = max > 0 ? `more than ${max}` : `fewer than ${min}`;
  const what = quotedList(showPatterns(patterns)) || 'what the rule counts';
  const message =
    rule.message === '' ? `Use ${max > 0 ? `at most ${max}` : `at least ${min}`} of ${what}.` : rule.message;
  return [{ id: rule.name, instruction: fillMessage(message, [[bound]]), count }];
}

function countMatches(scanner: PatternScanner, text: string): number {
  let found = 0;
  for (const match of scanner.scan(text)) found += match.text === '' ? 0 : 1;
  return found;
}
