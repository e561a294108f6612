import { isUnspaced } from '../words/unspaced-scripts.js';

/** Kinds of UTF-16 units in a word. */
export const LetterKind = {
  /** Not part of a word. */
  other: 0,
  /** A lower-case letter, a letter of a script without capitals, or a combining mark. */
  small: 1,
  capital: 2,
  digit: 3,
  /** A letter of a script without spaces between words: a word may begin and end at each. */
  unspaced: 4,
} as const;

/** One of the values of {@link LetterKind}. */
export type LetterKind = (typeof LetterKind)[keyof typeof LetterKind];

const asciiUnits = 128;
const asciiKinds = Uint8Array.from({ length: asciiUnits }, (_unused, code) => findKind(code));
const asciiFolds = Uint16Array.from({ length: asciiUnits }, (_unused, code) => findFold(code));

/** Cached kind and fold of each non-ASCII UTF-16 unit, in one number; 0: not computed. */
const knownUnits = new Uint32Array(65_536);

export function kindOf(code: number): LetterKind {
  return (code < asciiUnits ? (asciiKinds[code] as number) : known(code) >> 16) as LetterKind;
}

/** Converts a unit to lower case. The result is one unit, so that positions stay the same. */
export function foldUnit(code: number): number {
  return code < asciiUnits ? (asciiFolds[code] as number) : known(code) & 0xffff;
}

/** Converts a word to lower case, unit by unit. */
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
  // Surrogates are mostly of Han characters.
  if (code >= 0xd800 && code <= 0xdfff) return LetterKind.unspaced;
  const character = String.fromCharCode(code);
  if (isUnspaced(character)) return LetterKind.unspaced;
  if (/\p{Lu}|\p{Lt}/u.test(character)) return LetterKind.capital;
  if (/\p{L}|\p{M}/u.test(character)) return LetterKind.small;
  return /\p{N}/u.test(character) ? LetterKind.digit : LetterKind.other;
}

function findFold(code: number): number {
  const small = String.fromCharCode(code).toLowerCase();
  // The sigma at the end of a word is treated as a sigma.
  return small === 'ς' ? 'σ'.charCodeAt(0) : small.charCodeAt(0);
}
