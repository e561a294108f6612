import type { StyleRule } from '@lexichord/abstractions';
import { RE2JS } from 're2js';

import type { HouseRule } from './house-rules.js';
import { quotedList, toOneLine } from './instruction-text.js';
import type { PatternEngine } from './pattern/pattern-engine.js';
import { PatternProblem } from './pattern/pattern-problem.js';
import { PatternScanner } from './pattern/pattern-scanner.js';
import { readPattern, type TextPattern } from './pattern/text-pattern.js';
import { selectProse } from './prose/prose-scope.js';
import type { ProseText } from './prose/prose-text.js';
import { houseRulesPath } from './style-file-names.js';

/** Services and settings for the rules of `.agent/style.yml`. */
export interface HouseRuleContext {
  readonly engine: PatternEngine;
  readonly toProse: (text: string) => ProseText;
  readonly problems: string[];
}

/** Makes the rule of an entry of `.agent/style.yml`; an unusable pattern is reported and left out. */
export function toStyleRule(rule: HouseRule, context: HouseRuleContext): StyleRule {
  const swaps = Object.entries(rule.prefer ?? {});
  const phrases = [...(rule.avoid ?? []), ...swaps.map(([from]) => from)];
  const words = PatternScanner.of(phrases.map(toPhrasePattern), context.engine);
  const pattern = readOwnPattern(rule, context);
  const preferred = new Set(swaps.map(([, to]) => to));
  const count = (text: string): number => {
    let found = 0;
    const prose = context.toProse(text);
    const present = words.within(prose);
    for (const block of selectProse(prose, ['text'])) {
      for (const match of present.scan(block)) found += preferred.has(match.text) ? 0 : 1;
      found += pattern?.scan(block).length ?? 0;
    }
    return found;
  };
  return {
    id: rule.id,
    category: rule.category,
    severity: rule.severity,
    instruction: toOneLine(instructionFor(rule, swaps)),
    countMatches: (text) => context.engine.run(`${houseRulesPath}: ${rule.id}`, () => count(text)) ?? 0,
    link: rule.link,
    source: houseRulesPath,
  };
}

/** Makes a phrase a pattern: any case, any white space between its words, edges of words beside letters. */
function toPhrasePattern(phrase: string): TextPattern {
  const escaped = phrase
    .split(/\s+/)
    .map((word) => RE2JS.quote(word))
    .join('\\s+');
  const start = /^[\p{L}\p{N}_]/u.test(phrase) ? '\\b' : '';
  const end = /[\p{L}\p{N}_]$/u.test(phrase) ? '\\b' : '';
  return readPattern(`${start}${escaped}${end}`, true);
}

function readOwnPattern(
  { id, pattern: source, line }: HouseRule,
  { engine, problems }: HouseRuleContext,
): PatternScanner | undefined {
  if (source === undefined) return undefined;
  const location = `${houseRulesPath}:${line}: ${id}: the pattern`;
  try {
    const pattern = engine.readPattern(source, false);
    if (pattern.foreign !== undefined)
      problems.push(`${location} is not matched: RE2 does not support ${pattern.foreign}.`);
    return PatternScanner.of([pattern], engine);
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    problems.push(`${location} is left out: ${error.reason}.`);
    return undefined;
  }
}

/** The instruction, completed by the words that it does not name. */
function instructionFor({ instruction, avoid = [] }: HouseRule, swaps: readonly (readonly [string, string])[]): string {
  const names = (text: string): boolean => instruction.toLowerCase().includes(text.toLowerCase());
  const unnamedSwaps = swaps.filter(([from]) => !names(from)).slice(0, 8);
  const unnamedWords = avoid.filter((word) => !names(word));
  const more = [
    ...unnamedSwaps.map(([from, to]) => `Use "${to}" instead of "${from}".`),
    ...(unnamedWords.length === 0 ? [] : [`Avoid ${quotedList(unnamedWords)}.`]),
  ];
  return [instruction, ...more].join(' ');
}
