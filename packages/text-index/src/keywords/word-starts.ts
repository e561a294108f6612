import { TextUnits } from '../words/text-units.js';
import { LetterKind, kindOf } from './letter-kinds.js';

/** A text whose letters have kinds. */
export class UnpackedText extends TextUnits {
  kindAt(at: number): LetterKind {
    return at >= 0 && at < this.length ? kindOf(this.units[at] as number) : LetterKind.other;
  }
}

/** When a word begins at a unit. */
export const StartRule = {
  never: 0,
  always: 1,
  /** Of capitals in a row, the last begins a word when a small letter follows: `HTTPServer`. */
  beforeSmall: 2,
} as const;

/** One of the values of {@link StartRule}. */
export type StartRule = (typeof StartRule)[keyof typeof StartRule];

// What a module exports is looked up at each use, what it keeps for itself is not.
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

/** Whether a word begins at a unit, by the kind of the unit before and its own. */
export function startRule(before: LetterKind, kind: LetterKind): StartRule {
  return rules[before * kindCount + kind] as StartRule;
}

/** Whether a word begins there, in its own right or inside a name: `handleLogin` has two, `OAUTH_URL` too. */
export function isWordStart(text: UnpackedText, at: number): boolean {
  const before = at === 0 ? 0 : (text.units[at - 1] as number);
  const code = text.units[at] as number;
  const rule = startRule(kindOf(before), kindOf(code));
  return rule === beforeSmall ? text.kindAt(at + 1) === LetterKind.small : rule === always;
}
