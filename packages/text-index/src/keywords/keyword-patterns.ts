import { isUnspaced } from '../words/unspaced-scripts.js';

/** A form of a keyword at the beginning of a word. */
export interface KeywordPattern {
  /** In lower case. */
  readonly text: string;
  /** Whether the word must end there, except for a plural `s`; otherwise it may continue. */
  readonly isWhole: boolean;
}

/** Minimum length of a form that may be continued: `auth` matches in `authenticate`, but `log` not in `login`. */
const minPrefixLength = 4;

const asciiLetters = /^[a-z]+$/u;

/**
 * Returns the matched forms of a keyword: without its English ending, so that `failing` matches `fails`, `failed` and
 * `failure`.
 *
 * @param word in lower case
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

/** The stem of `running` is `run`, but that of `falling` is `fall`. */
function withoutDoubling(stem: string): readonly string[] {
  return /([^aeiou])\1$/u.test(stem) ? [stem, stem.slice(0, -1)] : [stem];
}
