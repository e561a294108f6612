import { TextUnits } from '../words/text-units.js';
import { LetterKind, asciiKinds, kindOf } from './letter-kinds.js';

/** A text whose letters have kinds. */
export class UnpackedText extends TextUnits {
  kindAt(at: number): LetterKind {
    return at >= 0 && at < this.length ? kindOf(this.units[at] as number) : LetterKind.other;
  }
}

const kindCount = 5;
const never = 0;
const always = 1;
/** Of capitals in a row, the last begins a word when a small letter follows: `HTTPServer`. */
const beforeSmall = 2;

/** Whether a word begins at a unit, by the kind of the unit before and its own. */
const rules = Uint8Array.from({ length: kindCount * kindCount }, (_unused, index) => {
  const before = Math.floor(index / kindCount) as LetterKind;
  const kind = (index % kindCount) as LetterKind;
  if (kind === LetterKind.other) return never;
  if (kind === LetterKind.unspaced) return always;
  if (kind === LetterKind.capital && before === kind) return beforeSmall;
  if (kind === LetterKind.small && before === LetterKind.capital) return never;
  return kind === before ? never : always;
});

/** Whether a word begins there, in its own right or inside a name: `handleLogin` has two, `OAUTH_URL` too. */
export function isWordStart(text: UnpackedText, at: number): boolean {
  const rule = rules[text.kindAt(at - 1) * kindCount + text.kindAt(at)];
  return rule === beforeSmall ? text.kindAt(at + 1) === LetterKind.small : rule === always;
}

let places = new Uint32Array(4_096);

/** Start offsets of the words of a text, in the order of the text. */
export function findWordStarts(text: UnpackedText): Uint32Array {
  const { units, length } = text;
  if (length > places.length) places = new Uint32Array(units.length);
  // Read once: what another module exports is looked up at each use.
  const kinds = asciiKinds;
  const { small } = LetterKind;
  const found = places;
  let count = 0;
  let before = 0;
  for (let at = 0; at < length; at += 1) {
    const code = units[at] as number;
    const kind = code < 128 ? (kinds[code] as number) : kindOf(code);
    const rule = rules[before * kindCount + kind] as number;
    before = kind;
    // Written in any case, and counted when it is one: a guess less for the processor.
    found[count] = at;
    count += rule === beforeSmall ? (text.kindAt(at + 1) === small ? 1 : 0) : rule;
  }
  return found.slice(0, count);
}
