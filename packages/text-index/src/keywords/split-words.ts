import { characterPairs, isUnspaced, unspacedRuns } from '../words/unspaced-scripts.js';

/** A run of letters and digits, with the signs that join words into a name. */
const namePattern = /[\p{L}\p{N}\p{M}_$]+/gu;

/** Inside a name: before a capital that begins a word, around signs, and between letters and digits. */
const innerBorder =
  /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{N})(?=\p{L})|(?<=[\p{L}\p{M}])(?=\p{N})|[_$]+/u;

/** A word, and the words that it is made of. */
export interface SplitWord {
  readonly word: string;
  /** Empty for a word that is made of no others. */
  readonly parts: readonly string[];
}

/**
 * The words of a text, in their order: `getUserName` with `get`, `User`, `Name`. Scripts that put
 * no space between words are cut into pairs of characters.
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
  // Signs count for nothing: `user_name` and `userName` are one word.
  return { word: parts.join(''), parts: parts.length > 1 ? parts : [] };
}
