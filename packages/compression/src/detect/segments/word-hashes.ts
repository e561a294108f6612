import { rawWords, stemOf } from '@lexichord/text-index';

/** Numbers, names and paths with punctuation inside: `8,443`, `10:30`, `src/main.ts`, `read-only`. */
const joined = /[A-Za-z0-9_$]{1,80}(?:[.,:/@#-][A-Za-z0-9_$]{1,80}){1,20}/gu;

/** Hashes of the search words of a text, sorted. Two words collide with a probability of 1 in 2³². */
export type WordHashes = Uint32Array;

/**
 * Yields the search words of a text: words in lower case, their stems, capitalised words as they are, and joined words
 * as a whole.
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

/** The distinct search words of texts, as sorted hashes. */
export function wordHashes(texts: Iterable<string>): WordHashes {
  const hashes = new Set<number>();
  for (const text of texts) for (const word of searchWords(text)) hashes.add(hashOf(word));
  return Uint32Array.from(hashes).sort();
}

export function hasWord(hashes: WordHashes, word: string): boolean {
  const wanted = hashOf(word);
  let [low, high] = [0, hashes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hashes[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return hashes[low] === wanted;
}

/** FNV-1a over UTF-16 units. */
function hashOf(word: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < word.length; index += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01_00_01_93);
  }
  return hash >>> 0;
}
