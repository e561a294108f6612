/**
 * A character of a script without spaces between words, or of Hangul, which joins particles to words: a class of
 * regular expressions. The stored index depends on it.
 */
export const unspacedCharacter =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';

const unspaced = new RegExp(unspacedCharacter, 'u');
const runOfOneKind = new RegExp(`${unspacedCharacter}+|${unspacedCharacter.replace('[', '[^')}+`, 'gu');

/** Whether a text has letters of a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

/** Splits a text into runs that are entirely unspaced or not at all: `使用`, `API` and `调用` of `使用API调用`. */
export function unspacedRuns(text: string): readonly string[] {
  return text.match(runOfOneKind) ?? [];
}

/** Index words of an unspaced run: each pair of adjacent characters, or its only character. */
export function characterPairs(run: string): readonly string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
}
