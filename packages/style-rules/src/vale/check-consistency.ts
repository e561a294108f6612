import { hasPlaceholder, quotedList } from '../instruction-text.js';
import { PatternScanner } from '../pattern/pattern-scanner.js';
import { selectProse } from '../prose/prose-scope.js';
import type { ProseText } from '../prose/prose-text.js';
import {
  areMatched,
  type CheckContext,
  countOnce,
  draftEntries,
  type PlacedPattern,
  readPatterns,
  type RuleDraft,
} from './rule-draft.js';
import { showPatterns } from './rule-draft.js';
import type { ValeRule } from './vale-rule-file.js';

interface Choice {
  readonly one: PlacedPattern;
  readonly other: PlacedPattern;
}

/** `extends: consistency`: only one of two spellings in a document. Every pair is a separate rule. */
export function draftConsistency(rule: ValeRule, context: CheckContext): readonly RuleDraft[] {
  const { fields } = rule;
  const ignoreCase = fields.flag('ignorecase');
  const choices = fields.pairs('either').flatMap(({ from, to, line }): readonly Choice[] => {
    const texts = [
      { text: from, line },
      { text: to, line },
    ];
    const [one, other] = readPatterns(rule, texts, { context, ignoreCase });
    return one === undefined || other === undefined ? [] : [{ one, other }];
  });
  const entries = choices.map((choice) => ({
    instruction: instructionFor(rule.message, choice),
    count: choiceCounter(rule, choice, context),
    isMatched: areMatched([choice.one, choice.other]),
  }));
  return draftEntries(rule.name, entries);
}

/** Counts the rarer of the two spellings: 0 if only one occurs. */
function choiceCounter(rule: ValeRule, { one, other }: Choice, context: CheckContext): (prose: ProseText) => number {
  const scanner = PatternScanner.of([one, other], context.engine, {
    wholeWords: !rule.fields.flag('nonword'),
  });
  return countOnce(rule, context, {
    fallback: 0,
    count: (prose) => {
      const counts: [number, number] = [0, 0];
      const present = scanner.within(prose);
      for (const text of selectProse(prose, rule.scopes)) {
        for (const { alternative } of present.scan(text)) counts[alternative === 0 ? 0 : 1] += 1;
      }
      return Math.min(...counts);
    },
  });
}

function instructionFor(message: string, { one, other }: Choice): string {
  const pair = `Use either ${quotedList(shown(one))} or ${quotedList(shown(other))} throughout, not both.`;
  return message === '' || hasPlaceholder(message) ? pair : `${message} ${pair}`;
}

function shown(pattern: PlacedPattern): readonly string[] {
  const samples = showPatterns([pattern]);
  return samples.length === 0 ? [pattern.text] : samples;
}
