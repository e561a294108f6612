import { type WordHashes, rawWords, stemOf, wordHashes } from '@lexichord/text-index/internal';

/** Numbers, names and paths with punctuation inside: `8,443`, `10:30`, `src/main.ts`, `read-only`. */
const joined = /[A-Za-z0-9_$]{1,80}(?:[.,:/@#-][A-Za-z0-9_$]{1,80}){1,20}/gu;

/**
 * Yields the search words of a text: words in lower case, their stems, capitalised words marked as such, and joined
 * words as a whole.
 */
export function* searchWords(text: string): Generator<string> {
  for (const word of rawWords(text)) {
    const small = word.toLowerCase();
    yield small;
    const stem = stemOf(small);
    if (stem !== small) yield stem;
    if (small !== word) yield capitalMark(word);
  }
  for (const [whole] of text.matchAll(joined)) {
    const small = whole.toLowerCase();
    yield small;
    const slash = small.lastIndexOf('/');
    if (slash >= 0) yield small.slice(slash + 1);
  }
}

/** The search word of a capitalised spelling. */
export function capitalMark(word: string): string {
  return `=${word}`;
}

/** The distinct search words of texts. */
export function searchWordsOf(texts: Iterable<string>): WordHashes {
  return wordHashes(wordsOf(texts));
}

function* wordsOf(texts: Iterable<string>): Generator<string> {
  for (const text of texts) yield* searchWords(text);
}
