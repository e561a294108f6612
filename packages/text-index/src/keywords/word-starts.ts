import { TextUnits } from '../words/text-units.js';
import { LetterKind, kindOf } from './letter-kinds.js';

/** A text as numbers, with the kinds of its letters. */
export class TextLetters extends TextUnits {
  kindAt(at: number): LetterKind {
    return at >= 0 && at < this.length ? kindOf(this.units[at] as number) : LetterKind.other;
  }
}

/** Conditions for the start of a word at a unit. */
export const StartRule = {
  never: 0,
  always: 1,
  /** The last of consecutive capitals begins a word if a lower-case letter follows: `HTTPServer`. */
  beforeSmall: 2,
} as const;

/** One of the values of {@link StartRule}. */
export type StartRule = (typeof StartRule)[keyof typeof StartRule];

// Local constants: an export of a module is looked up with each use.
const { never, always, beforeSmall } = StartRule;
const kindCount = 5;
const rules = Uint8Array.from({ length: kindCount * kindCount }, (_unused, index) => {
  const before = Math.floor(index / kindCount) as LetterKind;
  const kind = (index % kindCount) as LetterKind;
  if (kind === LetterKind.other) return never;
  if (kind === LetterKind.unspaced) return always;
  if (kind === LetterKind.capital && before === kind) return beforeSmall;
  if (kind === LetterKind.small && before === LetterKind.capital) return never;
  return kind === before ? never : always;
});

/** Rule for the start of a word at a unit, by the kinds of the previous unit and its own. */
export function startRule(before: LetterKind, kind: LetterKind): StartRule {
  return rules[before * kindCount + kind] as StartRule;
}

/** Whether a word begins at an index, also inside a name: `handleLogin` has two, and so has `OAUTH_URL`. */
export function isWordStart(text: TextLetters, at: number): boolean {
  const before = at === 0 ? 0 : (text.units[at - 1] as number);
  const code = text.units[at] as number;
  const rule = startRule(kindOf(before), kindOf(code));
  return rule === beforeSmall ? text.kindAt(at + 1) === LetterKind.small : rule === always;
}
