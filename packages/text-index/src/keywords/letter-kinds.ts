import { isUnspaced } from '../words/unspaced-scripts.js';

/** Kinds of UTF-16 units in a word. */
export const LetterKind = {
  /** Part of no word. */
  other: 0,
  /** A small letter, one of a script without capitals, or a mark on a letter. */
  small: 1,
  capital: 2,
  digit: 3,
  /** A letter of a script that puts no space between words: a word may begin and end at each. */
  unspaced: 4,
} as const;

/** One of the values of {@link LetterKind}. */
export type LetterKind = (typeof LetterKind)[keyof typeof LetterKind];

const asciiUnits = 128;
const asciiKinds = Uint8Array.from({ length: asciiUnits }, (_unused, code) => findKind(code));
const asciiFolds = Uint16Array.from({ length: asciiUnits }, (_unused, code) => findFold(code));

/** By UTF-16 unit beyond ASCII, kind and fold in one number; 0: not met so far. */
const knownUnits = new Uint32Array(65_536);

export function kindOf(code: number): LetterKind {
  return (code < asciiUnits ? (asciiKinds[code] as number) : known(code) >> 16) as LetterKind;
}

/** The unit in small letters. One unit stays one unit, so that positions hold. */
export function foldUnit(code: number): number {
  return code < asciiUnits ? (asciiFolds[code] as number) : known(code) & 0xffff;
}

/** A word in small letters, unit by unit. */
export function foldWord(word: string): string {
  return Array.from({ length: word.length }, (_unused, at) => String.fromCharCode(foldUnit(word.charCodeAt(at)))).join(
    '',
  );
}

function known(code: number): number {
  const found = knownUnits[code] as number;
  if (found !== 0) return found;
  const made = (findKind(code) << 16) | findFold(code);
  knownUnits[code] = made;
  return made;
}

function findKind(code: number): LetterKind {
  // Halves of a pair: most are of Han.
  if (code >= 0xd800 && code <= 0xdfff) return LetterKind.unspaced;
  const character = String.fromCharCode(code);
  if (isUnspaced(character)) return LetterKind.unspaced;
  if (/\p{Lu}|\p{Lt}/u.test(character)) return LetterKind.capital;
  if (/\p{L}|\p{M}/u.test(character)) return LetterKind.small;
  return /\p{N}/u.test(character) ? LetterKind.digit : LetterKind.other;
}

function findFold(code: number): number {
  const small = String.fromCharCode(code).toLowerCase();
  // A sigma at the end of a word is a sigma.
  return small === 'ς' ? 'σ'.charCodeAt(0) : small.charCodeAt(0);
}
