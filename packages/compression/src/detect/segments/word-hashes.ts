import { rawWords, stemOf } from '@lexichord/text-index';

/** Numbers, names and paths that have signs inside: `8,443`, `10:30`, `src/main.ts`, `read-only`. */
const joined = /[A-Za-z0-9_$]{1,80}(?:[.,:/@#-][A-Za-z0-9_$]{1,80}){1,20}/gu;

/** Words that a text can be asked for, as sorted hashes. Two words share one with a chance of one in four thousand million. */
export type WordHashes = Uint32Array;

/** Everything under which a part of a text may be named: words in small letters, their stems, words with capitals as they are, joined words whole. */
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

/** How a word with capitals is looked up just so. */
export function capitalMark(word: string): string {
  return `=${word}`;
}

/** The distinct words of texts. */
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
