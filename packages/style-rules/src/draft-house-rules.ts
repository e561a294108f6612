import type { StyleRule } from '@lexichord/abstractions';

import type { HouseRule } from './house-rules.js';
import { quotedList, toOneLine } from './instruction-text.js';
import type { ParsedPattern } from './pattern/parse-pattern.js';
import { PatternProblem } from './pattern/pattern-node.js';
import { PatternScanner, readPattern } from './pattern/pattern-scanner.js';
import type { ScanGuard } from './pattern/scan-guard.js';
import { selectProse } from './prose/prose-scope.js';
import type { ProseText } from './prose/prose-text.js';
import { houseRulesPath } from './style-file-names.js';

/** What the rules of `.agent/style.yml` are made with. */
export interface HouseRuleContext {
  readonly guard: ScanGuard;
  readonly toProse: (text: string) => ProseText;
  readonly problems: string[];
}

/** The rule that an entry of `.agent/style.yml` stands for; a pattern that cannot be used is named and left out. */
export function toStyleRule(rule: HouseRule, context: HouseRuleContext): StyleRule {
  const swaps = Object.entries(rule.prefer ?? {});
  const phrases = [...(rule.avoid ?? []), ...swaps.map(([from]) => from)];
  const words = new PatternScanner(phrases.map(toPhrasePattern));
  const pattern = readOwnPattern(rule, context);
  const preferred = new Set(swaps.map(([, to]) => to));
  const count = (text: string): number => {
    let found = 0;
    for (const block of selectProse(context.toProse(text), ['text'])) {
      for (const match of words.scan(block)) found += preferred.has(match.text) ? 0 : 1;
      for (const match of pattern?.scan(block) ?? []) found += match.text === '' ? 0 : 1;
    }
    return found;
  };
  return {
    id: rule.id,
    category: rule.category,
    severity: rule.severity,
    instruction: toOneLine(instructionFor(rule, swaps)),
    countMatches: (text) => context.guard.run(`${houseRulesPath}: ${rule.id}`, () => count(text)) ?? 0,
    link: rule.link,
    source: houseRulesPath,
  };
}

/** A phrase as a pattern: any case, any white space between its words, edges of words where it has letters. */
function toPhrasePattern(phrase: string): ParsedPattern {
  const escaped = phrase.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/\s+/g, '\\s+');
  const start = /^[\p{L}\p{N}_]/u.test(phrase) ? '\\b' : '';
  const end = /[\p{L}\p{N}_]$/u.test(phrase) ? '\\b' : '';
  return readPattern(`${start}${escaped}${end}`, true);
}

function readOwnPattern({ id, pattern, line }: HouseRule, { problems }: HouseRuleContext): PatternScanner | undefined {
  if (pattern === undefined) return undefined;
  try {
    return new PatternScanner([readPattern(pattern, false)]);
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    problems.push(`${houseRulesPath}:${line}: ${id}: the pattern is left out: ${error.reason}.`);
    return undefined;
  }
}

/** The instruction, with the words that it does not name itself. */
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
