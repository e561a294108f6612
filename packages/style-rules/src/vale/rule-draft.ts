import { toOneLine } from '../instruction-text.js';
import type { PatternEngine } from '../pattern/pattern-engine.js';
import { PatternProblem } from '../pattern/pattern-problem.js';
import { type PatternMatch, PatternScanner } from '../pattern/pattern-scanner.js';
import { samplePattern } from '../pattern/sample-pattern.js';
import type { TextPattern } from '../pattern/text-pattern.js';
import type { ProseText } from '../prose/prose-text.js';
import type { PlacedText } from './rule-fields.js';
import type { ValeRule } from './vale-rule-file.js';
import type { VocabularyWord } from './vale-vocabulary.js';

/** A rule before it has a category and a severity. A long list becomes several: one for each entry. */
export interface RuleDraft {
  /** Full name, with `#` and a number for an entry of a list. */
  readonly id: string;
  readonly instruction: string;
  readonly count: (prose: ProseText) => number;
  /** True for one of several entries of a list. */
  readonly isListEntry?: boolean;
}

/** Context for building the rules of any kind of check. */
export interface CheckContext {
  readonly engine: PatternEngine;
  /** The workspace's vocabulary, an exception of every rule without `vocab: false`. */
  readonly accepted: ExceptionWords;
  /** Receives sentences about omissions. */
  readonly problems: string[];
}

/** Maximum number of shown samples of one pattern. */
const maxSamples = 4;

/** A pattern of a rule file with its line. */
export interface PlacedPattern extends PlacedText, TextPattern {}

/**
 * Reads the usable patterns among `texts`; each of the others is reported as a problem. One that RE2 cannot match is
 * also reported, but kept for its text.
 */
export function readPatterns(
  rule: Pick<ValeRule, 'source' | 'name'>,
  texts: readonly PlacedText[],
  { context, ignoreCase }: { readonly context: Omit<CheckContext, 'accepted'>; readonly ignoreCase: boolean },
): readonly PlacedPattern[] {
  const patterns: PlacedPattern[] = [];
  for (const placed of texts) {
    const location = `${rule.source}:${placed.line}: ${rule.name}: "${toOneLine(placed.text, 60)}"`;
    try {
      const pattern = context.engine.readPattern(placed.text, ignoreCase);
      patterns.push({ ...placed, ...pattern });
      if (pattern.foreign !== undefined)
        context.problems.push(`${location} is not matched: RE2 does not support ${pattern.foreign}.`);
    } catch (error) {
      if (!(error instanceof PatternProblem)) throw error;
      context.problems.push(`${location} is left out: ${error.reason}.`);
    }
  }
  return patterns;
}

/** Readable texts that the patterns match, those of the first pattern first. */
export function showPatterns(patterns: readonly PlacedPattern[]): readonly string[] {
  return patterns.flatMap(({ text }) => samplePattern(text, maxSamples));
}

/** Whether RE2 can match all patterns. A rule that requires the presence of a text is counted only then. */
export function areMatched(patterns: readonly TextPattern[]): boolean {
  return patterns.every(({ foreign }) => foreign === undefined);
}

/** An entry of a list before it becomes a rule: entries with the same instruction become one. */
export interface DraftEntry {
  readonly instruction: string;
  readonly count: (prose: ProseText) => number;
  /** False for an entry that cannot be checked against a text. */
  readonly isMatched: boolean;
}

/**
 * Makes a rule for each entry of a list; a single entry is the rule itself. Unmatched entries are one rule, which
 * applies to every text. Numbers are padded, so that ids sort in the order of the entries.
 */
export function draftEntries(name: string, entries: readonly DraftEntry[]): readonly RuleDraft[] {
  const groups = new Map<string, DraftEntry[]>();
  for (const entry of entries) {
    const key = entry.isMatched ? entry.instruction : '';
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const width = String(groups.size).length;
  return [...groups.values()].map((group, index) => ({
    id: groups.size === 1 ? name : `${name}#${String(index + 1).padStart(width, '0')}`,
    instruction: [...new Set(group.map(({ instruction }) => instruction))].join(' '),
    count: (prose) => group.reduce((sum, entry) => sum + entry.count(prose), 0),
    ...(groups.size > 1 && group.every(({ isMatched }) => isMatched) ? { isListEntry: true } : {}),
  }));
}

/** Runs a count within the limits of work and caches its result for the text. */
export function countOnce<T>(
  rule: ValeRule,
  { engine }: CheckContext,
  { fallback, count }: { readonly fallback: T; readonly count: (prose: ProseText) => T },
): (prose: ProseText) => T {
  const results = new WeakMap<ProseText, { readonly value: T }>();
  return (prose) => {
    const cached = results.get(prose);
    if (cached !== undefined) return cached.value;
    const value = engine.run(`${rule.source}: ${rule.name}`, () => count(prose)) ?? fallback;
    results.set(prose, { value });
    return value;
  };
}

/** Finds the exceptions of a rule in a text of some prose. Runs inside a count. */
export type ExceptionFinder = (text: string, prose: ProseText) => readonly PatternMatch[];

/** Finds the rule's own exceptions and the words of the vocabulary. */
export function exceptionFinder(rule: ValeRule, context: CheckContext): ExceptionFinder {
  const own = readPatterns(rule, rule.fields.list('exceptions'), { context, ignoreCase: false });
  const words = [
    ...(own.length === 0 ? [] : [new ExceptionWords(own, context.engine)]),
    ...(rule.fields.flag('vocab', true) ? [context.accepted] : []),
  ];
  return (text, prose) => words.flatMap((each) => each.within(prose).scan(text));
}

/** Whether a match is excused by a rule's `exceptions` or by the vocabulary. */
export type ExceptionTest = (found: string, prose: ProseText) => boolean;

/** Makes a test from {@link exceptionFinder}. */
export function exceptionTest(rule: ValeRule, context: CheckContext): ExceptionTest {
  const find = exceptionFinder(rule, context);
  return (found, prose) => find(found, prose).length > 0;
}

/** Prepares the words of a vocabulary for all rules. */
export function readAccepted(
  words: readonly VocabularyWord[],
  context: Omit<CheckContext, 'accepted'>,
): ExceptionWords {
  const patterns = words.flatMap((word) =>
    readPatterns({ source: word.source, name: 'vocabulary' }, [word], { context, ignoreCase: false }),
  );
  return new ExceptionWords(patterns, context.engine);
}

/** Allowed words: whole words, the longest first, case-sensitive. */
class ExceptionWords {
  private readonly scanner: PatternScanner;
  private readonly presentIn = new WeakMap<ProseText, PatternScanner>();

  constructor(patterns: readonly (PlacedText & TextPattern)[], engine: PatternEngine) {
    const byLength = [...patterns].sort((one, two) => two.text.length - one.text.length);
    this.scanner = PatternScanner.of(byLength, engine, { wholeWords: true });
  }

  /** A scanner for the words in the texts of some prose, prepared once for all rules. Inside of the engine's `run`. */
  within(prose: ProseText): PatternScanner {
    const occurrences = this.presentIn.get(prose) ?? this.scanner.within(prose);
    this.presentIn.set(prose, occurrences);
    return occurrences;
  }
}
