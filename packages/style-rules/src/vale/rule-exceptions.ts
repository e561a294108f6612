import { PatternScanner } from '../pattern/pattern-scanner.js';
import { type CheckContext, readPatterns } from './rule-draft.js';
import type { ValeRule } from './vale-rule-file.js';

/** Answers whether something that was found is excused by a rule's `exceptions` or by the vocabulary. */
export type ExceptionTest = (found: string) => boolean;

/** The rule's exceptions, longest first, whole words, in the case they are written in. */
export function readExceptions(rule: ValeRule, context: CheckContext): PatternScanner | undefined {
  const own = rule.fields.list('exceptions');
  const accepted = rule.fields.flag('vocab', true) ? context.accepted.map((text) => ({ text, line: 1 })) : [];
  const texts = [...own, ...accepted].sort((one, two) => two.text.length - one.text.length);
  const patterns = readPatterns(rule, texts, { context, ignoreCase: false });
  if (patterns.length === 0) return undefined;
  return PatternScanner.of(patterns, context.engine, { wholeWords: true });
}

/** A test that is made for {@link readExceptions}. Runs inside a count. */
export function exceptionTest(rule: ValeRule, context: CheckContext): ExceptionTest {
  const scanner = readExceptions(rule, context);
  return (found) => scanner?.matches(found) === true;
}
