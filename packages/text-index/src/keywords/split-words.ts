import { characterPairs, isUnspaced, unspacedRuns } from '../words/unspaced-scripts.js';

/** A run of letters and digits, with the signs that join words to a name. */
const namePattern = /[\p{L}\p{N}\p{M}_$]+/gu;

/** Word borders inside a name: before a capital that begins a word, around signs, and between letters and digits. */
const innerBorder =
  /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{N})(?=\p{L})|(?<=[\p{L}\p{M}])(?=\p{N})|[_$]+/u;

/** A word with its parts. */
export interface SplitWord {
  readonly word: string;
  /** Empty for a single word. */
  readonly parts: readonly string[];
}

/**
 * Splits a text into words, in order: `getUserName` with `get`, `User`, `Name`. Scripts without spaces between words
 * are split into pairs of characters.
 */
export function* splitWords(text: string): Generator<SplitWord> {
  for (const [name] of text.matchAll(namePattern)) {
    if (!isUnspaced(name)) {
      yield splitName(name);
      continue;
    }
    for (const run of unspacedRuns(name)) {
      if (isUnspaced(run)) for (const word of characterPairs(run)) yield { word, parts: [] };
      else yield splitName(run);
    }
  }
}

function splitName(name: string): SplitWord {
  const parts = name.split(innerBorder).filter((part) => part !== '');
  // Signs are removed: `user_name` and `userName` are one word.
  return { word: parts.join(''), parts: parts.length > 1 ? parts : [] };
}
