import { fillMessage, hasPlaceholder, quotedList } from '../instruction-text.js';
import { PatternScanner } from '../pattern/pattern-scanner.js';
import { samplePattern } from '../pattern/sample-pattern.js';
import { selectProse } from '../prose/prose-scope.js';
import type { ProseText } from '../prose/prose-text.js';
import {
  areMatched,
  type CheckContext,
  countOnce,
  draftEntries,
  exceptionTest,
  type PlacedPattern,
  readPatterns,
  type RuleDraft,
  showPatterns,
} from './rule-draft.js';
import type { ValeRule } from './vale-rule-file.js';

/**
 * Maximum entries of a single rule; a longer list becomes a rule for each entry, so that those relevant to a text can
 * be selected.
 */
export const maxEntriesInOneRule = 8;

/** `extends: existence`: words and patterns to avoid. */
export function draftExistence(rule: ValeRule, context: CheckContext): readonly RuleDraft[] {
  const { fields } = rule;
  const ignoreCase = fields.flag('ignorecase');
  const raw = readPatterns(rule, fields.list('raw'), { context, ignoreCase });
  const tokens = readPatterns(rule, fields.list('tokens'), { context, ignoreCase });
  // Without the pattern before them, the tokens would match far too much.
  if (raw.length < fields.list('raw').length || raw.length + tokens.length === 0) return [];
  const countEntries = existenceCounter(rule, { raw, tokens }, context);
  const splits = raw.length === 0 && tokens.length > maxEntriesInOneRule && hasPlaceholder(rule.message);
  if (!splits) {
    const shown = raw.length === 0 ? showPatterns(tokens) : showJoined(raw, tokens, fields.flag('append'));
    const total = (prose: ProseText): number => countEntries(prose).reduce((sum, count) => sum + count, 0);
    return [{ id: rule.name, instruction: instructionFor(rule.message, shown), count: total }];
  }
  const entries = tokens.map((token, index) => ({
    instruction: instructionFor(rule.message, showPatterns([token])),
    count: (prose: ProseText) => countEntries(prose)[index] ?? 0,
    isMatched: areMatched([token]),
  }));
  return draftEntries(rule.name, entries);
}

interface ExistenceParts {
  readonly raw: readonly PlacedPattern[];
  readonly tokens: readonly PlacedPattern[];
}

/** Counts by token; a rule with only `raw` counts as one token. */
function existenceCounter(
  rule: ValeRule,
  { raw, tokens }: ExistenceParts,
  context: CheckContext,
): (prose: ProseText) => readonly number[] {
  const follows = rule.fields.flag('append');
  const scanner = PatternScanner.of(tokens.length === 0 ? raw.slice(-1) : tokens, context.engine, {
    wholeWords: tokens.length > 0 && !rule.fields.flag('nonword'),
    before: tokens.length === 0 ? raw.slice(0, -1) : follows ? [] : raw,
    after: tokens.length > 0 && follows ? raw : [],
  });
  const isException = exceptionTest(rule, context);
  return countOnce(rule, context, {
    fallback: [],
    count: (prose) => {
      const counts = new Array<number>(Math.max(1, tokens.length)).fill(0);
      const present = scanner.within(prose);
      for (const text of selectProse(prose, rule.scopes)) {
        for (const { alternative, text: found } of present.scan(text)) {
          if (!isException(found.trim(), prose)) counts[alternative] = (counts[alternative] ?? 0) + 1;
        }
      }
      return counts;
    },
  });
}

/** Samples of the whole expression, tokens and the text around them. */
function showJoined(raw: ExistenceParts['raw'], tokens: ExistenceParts['tokens'], append: boolean): readonly string[] {
  const group = (texts: readonly PlacedPattern[]): string => `(?:${texts.map(({ text }) => text).join('|')})`;
  const around = raw.map((part) => group([part]));
  const parts =
    tokens.length === 0
      ? around
      : append
        ? [group(tokens.slice(0, 2)), ...around]
        : [...around, group(tokens.slice(0, 2))];
  return samplePattern(parts.join(''), 4);
}

/** The message with the words filled in; a message without a placeholder gets them as examples. */
function instructionFor(message: string, shown: readonly string[]): string {
  if (message === '') return shown.length === 0 ? 'Avoid such wording.' : `Avoid ${quotedList(shown)}.`;
  if (hasPlaceholder(message)) return fillMessage(message, [shown]);
  const examples = shown.filter(isDistinctive);
  return examples.length === 0 || examples.every((example) => message.includes(example))
    ? message
    : `${message} For example: ${quotedList(examples)}.`;
}

/** Words and marks show the subject of a message; a rough sample of a pattern, such as `x. X`, does not. */
function isDistinctive(sample: string): boolean {
  const isMark = /^[^\p{L}\p{N}\s…]{1,3}$/u.test(sample);
  return isMark || (/^\p{L}[\p{L} '’-]*$/u.test(sample) && !/\b[xX]+\b/.test(sample));
}
