import { fillMessage, quotedList } from '../instruction-text.js';
import { PatternScanner } from '../pattern/pattern-scanner.js';
import { selectProse } from '../prose/prose-scope.js';
import { areMatched, type CheckContext, countOnce, readPatterns, type RuleDraft, showPatterns } from './rule-draft.js';
import type { ValeRule } from './vale-rule-file.js';

/** `extends: occurrence`: a maximum or minimum number of matches in each text of the rule's scope. */
export function draftOccurrence(rule: ValeRule, context: CheckContext): readonly RuleDraft[] {
  const { fields } = rule;
  const patterns = readPatterns(rule, fields.list('token'), { context, ignoreCase: fields.flag('ignorecase') });
  if (patterns.length === 0) return [];
  const max = fields.number('max') ?? 0;
  const min = fields.number('min') ?? 0;
  const scanner = PatternScanner.of(patterns, context.engine);
  const count = countOnce(rule, context, {
    fallback: 0,
    count: (prose) => {
      if (!areMatched(patterns)) return 0;
      return selectProse(prose, rule.scopes).filter((text) => {
        const found = scanner.scan(text).length;
        return (max > 0 && found > max) || (min > 0 && found < min);
      }).length;
    },
  });
  const bound = max > 0 ? `more than ${max}` : `fewer than ${min}`;
  const what = quotedList(showPatterns(patterns)) || 'what the rule counts';
  const message =
    rule.message === '' ? `Use ${max > 0 ? `at most ${max}` : `at least ${min}`} of ${what}.` : rule.message;
  return [{ id: rule.name, instruction: fillMessage(message, [[bound]]), count }];
}
