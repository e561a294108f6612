import { hasPlaceholder } from '../instruction-text.js';
import { PatternScanner } from '../pattern/pattern-scanner.js';
import { selectProse } from '../prose/prose-scope.js';
import type { ProseText } from '../prose/prose-text.js';
import {
  type CheckContext,
  countOnce,
  type ExceptionTest,
  exceptionTest,
  readPatterns,
  type RuleDraft,
} from './rule-draft.js';
import type { ValeRule } from './vale-rule-file.js';

/** `extends: repetition`: the same word twice in a row. */
export function draftRepetition(rule: ValeRule, context: CheckContext): readonly RuleDraft[] {
  const { fields } = rule;
  const ignoreCase = fields.flag('ignorecase');
  const patterns = readPatterns(rule, fields.list('tokens'), { context, ignoreCase });
  if (patterns.length === 0) return [];
  const test: RepetitionTest = {
    scanner: PatternScanner.of(patterns, context.engine),
    ignoreCase,
    lettersOnly: fields.flag('alpha'),
    max: fields.number('max') ?? 0,
    isException: exceptionTest(rule, context),
  };
  const usesGeneral = rule.message === '' || hasPlaceholder(rule.message);
  return [
    {
      id: rule.name,
      instruction: usesGeneral ? 'Do not write the same word twice in a row, as in "the the".' : rule.message,
      count: countOnce(rule, context, {
        fallback: 0,
        count: (prose) =>
          selectProse(prose, rule.scopes).reduce((sum, text) => sum + countRepetitions(text, prose, test), 0),
      }),
    },
  ];
}

interface RepetitionTest {
  readonly scanner: PatternScanner;
  readonly ignoreCase: boolean;
  readonly lettersOnly: boolean;
  /** Number of allowed repetitions. */
  readonly max: number;
  readonly isException: ExceptionTest;
}

function countRepetitions(
  text: string,
  prose: ProseText,
  { scanner, ignoreCase, lettersOnly, max, isException }: RepetitionTest,
): number {
  let before = '';
  let start = 0;
  let streak = 0;
  let count = 0;
  for (const match of scanner.scan(text)) {
    const found = match.text.trim();
    const word = ignoreCase ? found.toLowerCase() : found;
    const isRepeated = word !== '' && word === before && (!lettersOnly || /^\p{L}+$/u.test(word));
    if (isRepeated) streak += 1;
    if (isRepeated && streak > max && !isException(text.slice(start, match.end), prose)) {
      count += 1;
      streak = 0;
    }
    before = word;
    start = match.start;
  }
  return count;
}
