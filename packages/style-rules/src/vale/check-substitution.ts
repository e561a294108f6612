import { fillMessage, hasPlaceholder, quotedList } from '../instruction-text.js';
import { PatternScanner } from '../pattern/pattern-scanner.js';
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

/** One usable pair of a `swap`. */
interface Swap extends PlacedPattern {
  /** Replacement; several are alternatives. */
  readonly preferred: readonly string[];
}

/**
 * `extends: substitution`: words to be replaced by others. Every pair is a separate rule, so that those relevant to a
 * text can be selected; they share one scan of the text, in which, as in Vale, longer patterns come first.
 */
export function draftSubstitution(rule: ValeRule, context: CheckContext): readonly RuleDraft[] {
  const { fields } = rule;
  const targets = new Map(fields.pairs('swap').map(({ from, to }) => [from, to]));
  const texts = fields.pairs('swap').map(({ from, line }) => ({ text: from, line }));
  const swaps = readPatterns(rule, texts, { context, ignoreCase: fields.flag('ignorecase') }).map((placed): Swap => ({
    ...placed,
    preferred: splitTargets(targets.get(placed.text) ?? ''),
  }));
  if (swaps.length === 0) return [];
  const countSwaps = substitutionCounter(rule, swaps, context);
  const entries = swaps.map((swap, index) => ({
    instruction: instructionFor(rule.message, swap),
    count: (prose: ProseText) => countSwaps(prose)[index] ?? 0,
    isMatched: areMatched([swap]),
  }));
  return draftEntries(rule.name, entries);
}

/** `a|b` offers a choice; `$1` is the capture of a group. */
function splitTargets(to: string): readonly string[] {
  return to
    .split('|')
    .map((target) => target.replace(/\$\d+/g, '…').trim())
    .filter((target) => target !== '');
}

function substitutionCounter(
  rule: ValeRule,
  swaps: readonly Swap[],
  context: CheckContext,
): (prose: ProseText) => readonly number[] {
  const order = [...swaps.keys()].sort((one, two) => textLength(swaps, two) - textLength(swaps, one) || one - two);
  const scanner = PatternScanner.of(
    order.flatMap((index) => swaps[index] ?? []),
    context.engine,
    { wholeWords: !rule.fields.flag('nonword') },
  );
  const isException = exceptionTest(rule, context);
  return countOnce(rule, context, {
    fallback: [],
    count: (prose) => {
      const counts = new Array<number>(swaps.length).fill(0);
      const present = scanner.within(prose);
      for (const text of selectProse(prose, rule.scopes)) {
        for (const match of present.scan(text)) {
          const index = order[match.alternative] ?? 0;
          const found = match.text.trim();
          const isRight = swaps[index]?.preferred.includes(found) === true;
          if (!isRight && !isException(found, prose)) counts[index] = (counts[index] ?? 0) + 1;
        }
      }
      return counts;
    },
  });
}

function textLength(swaps: readonly Swap[], index: number): number {
  return swaps[index]?.text.length ?? 0;
}

function instructionFor(message: string, swap: Swap): string {
  const avoided = showPatterns([swap]);
  const { preferred } = swap;
  const shown = avoided.length === 0 ? [swap.text] : avoided;
  const plain =
    preferred.length === 0
      ? `Leave out ${quotedList(shown)}.`
      : `Use ${quotedList(preferred)} instead of ${quotedList(shown)}.`;
  if (message === '') return plain;
  if (preferred.length === 0 && hasPlaceholder(message)) return plain;
  return hasPlaceholder(message) ? fillMessage(message, [preferred, shown]) : `${message} ${plain}`;
}
