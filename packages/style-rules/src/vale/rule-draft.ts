import { samplePattern } from '../pattern/sample-pattern.js';
import type { ParsedPattern } from '../pattern/parse-pattern.js';
import { readPattern } from '../pattern/pattern-scanner.js';
import { PatternProblem } from '../pattern/pattern-node.js';
import type { ScanGuard } from '../pattern/scan-guard.js';
import type { ProseText } from '../prose/prose-text.js';
import { toOneLine } from '../instruction-text.js';
import type { PlacedText } from './rule-fields.js';
import type { ValeRule } from './vale-rule-file.js';

/** A rule before it has a category and a severity. A long list becomes several: one for each entry. */
export interface RuleDraft {
  /** Full name, with `#` and a number for an entry of a list. */
  readonly id: string;
  readonly instruction: string;
  readonly count: (prose: ProseText) => number;
  /** True for one of several entries of a list. */
  readonly isListEntry?: boolean;
}

/** What every kind of check needs to build its rules. */
export interface CheckContext {
  readonly guard: ScanGuard;
  /** Patterns of the workspace's vocabulary, which every rule makes an exception of unless it says `vocab: false`. */
  readonly accepted: readonly string[];
  /** Sentences about what was left out are added here. */
  readonly problems: string[];
}

/** So many samples of one pattern are shown. */
const maxSamples = 4;

/** A pattern of a rule file that can be run. */
export interface PlacedPattern extends PlacedText {
  readonly pattern: ParsedPattern;
}

/** The patterns among `texts` that can be run; for each of the others, a problem. */
export function readPatterns(
  rule: ValeRule,
  texts: readonly PlacedText[],
  { context, ignoreCase }: { readonly context: CheckContext; readonly ignoreCase: boolean },
): readonly PlacedPattern[] {
  const patterns: PlacedPattern[] = [];
  for (const placed of texts) {
    try {
      patterns.push({ ...placed, pattern: readPattern(placed.text, ignoreCase) });
    } catch (error) {
      if (!(error instanceof PatternProblem)) throw error;
      const shown = toOneLine(placed.text, 60);
      context.problems.push(`${rule.source}:${placed.line}: ${rule.name}: "${shown}" is left out: ${error.reason}.`);
    }
  }
  return patterns;
}

/** Readable texts that the patterns match, those of the first pattern first. */
export function showPatterns(patterns: readonly PlacedPattern[]): readonly string[] {
  return patterns.flatMap(({ pattern }) => samplePattern(pattern.root, maxSamples));
}

/** An entry of a list on its way to become a rule: entries that say the same become one. */
export interface DraftEntry {
  readonly instruction: string;
  readonly count: (prose: ProseText) => number;
}

/**
 * A rule for each entry of a list; a list of one is the rule itself. Numbers are padded, so that ids sort as the
 * entries stand.
 */
export function draftEntries(name: string, entries: readonly DraftEntry[]): readonly RuleDraft[] {
  const byInstruction = new Map<string, DraftEntry[]>();
  for (const entry of entries) {
    byInstruction.set(entry.instruction, [...(byInstruction.get(entry.instruction) ?? []), entry]);
  }
  const width = String(byInstruction.size).length;
  return [...byInstruction].map(([instruction, same], index) => ({
    id: byInstruction.size === 1 ? name : `${name}#${String(index + 1).padStart(width, '0')}`,
    instruction,
    count: (prose) => same.reduce((sum, entry) => sum + entry.count(prose), 0),
    ...(byInstruction.size === 1 ? {} : { isListEntry: true }),
  }));
}

/** Runs a count under the guard and keeps its result for the text it was made for. */
export function countOnce<T>(
  rule: ValeRule,
  { guard }: CheckContext,
  { fallback, count }: { readonly fallback: T; readonly count: (prose: ProseText) => T },
): (prose: ProseText) => T {
  const results = new WeakMap<ProseText, { readonly value: T }>();
  return (prose) => {
    const known = results.get(prose);
    if (known !== undefined) return known.value;
    const value = guard.run(`${rule.source}: ${rule.name}`, () => count(prose)) ?? fallback;
    results.set(prose, { value });
    return value;
  };
}
