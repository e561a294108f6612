import { fillMessage } from '../instruction-text.js';
import { PatternScanner } from '../pattern/pattern-scanner.js';
import { selectProse } from '../prose/prose-scope.js';
import {
  areMatched,
  type CheckContext,
  countOnce,
  exceptionTest,
  readPatterns,
  type RuleDraft,
  showPatterns,
} from './rule-draft.js';
import type { ValeRule } from './vale-rule-file.js';

/** `extends: conditional`: a match of the first pattern requires an earlier match of the second one. */
export function draftConditional(rule: ValeRule, context: CheckContext): readonly RuleDraft[] {
  const ignoreCase = rule.fields.flag('ignorecase');
  const first = readPatterns(rule, rule.fields.list('first'), { context, ignoreCase });
  const second = readPatterns(rule, rule.fields.list('second'), { context, ignoreCase });
  if (first.length === 0 || second.length === 0) return [];
  const uses = PatternScanner.of(first, context.engine);
  const introductions = PatternScanner.of(second, context.engine);
  const isException = exceptionTest(rule, context);
  const count = countOnce(rule, context, {
    fallback: 0,
    count: (prose) => {
      if (!areMatched(second)) return 0;
      const introduced = new Set<string>();
      let missing = 0;
      for (const text of selectProse(prose, rule.scopes)) {
        for (const { captures } of introductions.scan(text)) {
          for (const capture of captures) introduced.add(capture);
        }
        for (const { text: found } of uses.scan(text)) {
          if (!introduced.has(found) && !isException(found, prose)) missing += 1;
        }
      }
      return missing;
    },
  });
  const shown = showPatterns(first);
  const message = rule.message === '' ? "Introduce '%s' before using it." : rule.message;
  return [{ id: rule.name, instruction: fillMessage(message, [shown]), count }];
}
