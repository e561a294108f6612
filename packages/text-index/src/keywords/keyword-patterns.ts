import { isUnspaced } from '../words/unspaced-scripts.js';

/** A form of a keyword at the beginning of a word. */
export interface KeywordPattern {
  /** In small letters. */
  readonly text: string;
  /** Whether the word must end there, but for a plural's `s`; else it may go on. */
  readonly isWhole: boolean;
}

/** From this length on a word may go on: `auth` is in `authenticate`, but `log` is not in `login`. */
const minPrefixLength = 4;

const asciiLetters = /^[a-z]+$/u;

/**
 * The forms under which a keyword is found: without its English ending, so that `failing` finds `fails`, `failed` and
 * `failure`.
 *
 * @param word in small letters
 */
export function patternsOf(word: string): readonly KeywordPattern[] {
  const forms = asciiLetters.test(word) ? formsOf(word) : [word];
  return forms.map((text) => ({
    text,
    isWhole: (text.length < minPrefixLength && !isUnspaced(text)) || /^\p{N}+$/u.test(text),
  }));
}

function formsOf(word: string): readonly string[] {
  const without = (letters: number): string => word.slice(0, word.length - letters);
  if (/..ies$/u.test(word)) return [`${without(3)}y`, without(1)];
  if (/..[^aeiou]y$/u.test(word)) return [word, `${without(1)}ie`];
  if (/..(?:s|x|z|ch|sh)es$/u.test(word)) return [without(2)];
  if (/..[^sui]s$/u.test(word)) return [without(1)];
  if (/....ing$/u.test(word)) return withoutDoubling(without(3));
  if (/....ed$/u.test(word)) return withoutDoubling(without(2));
  if (/.....e$/u.test(word)) return [without(1)];
  return [word];
}

/** `running` is of `run`, but `falling` is of `fall`. */
function withoutDoubling(stem: string): readonly string[] {
  return /([^aeiou])\1$/u.test(stem) ? [stem, stem.slice(0, -1)] : [stem];
}
