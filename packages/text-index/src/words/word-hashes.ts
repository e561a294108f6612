import { lowerBound } from '../lower-bound.js';
import { hashText } from './hash-text.js';

/** A set of words with four bytes each: their hashes, ascending. Two words collide with a probability of 1 in 2³². */
export type WordHashes = Uint32Array;

/** Returns the hashes of the distinct words. */
export function wordHashes(words: Iterable<string>): WordHashes {
  const hashes = new Set<number>();
  for (const word of words) hashes.add(hashText(word));
  return Uint32Array.from(hashes).sort();
}

/** Whether the set contains the word. */
export function hasWord(hashes: WordHashes, word: string): boolean {
  const hash = hashText(word);
  return hashes[lowerBound(hashes, hash)] === hash;
}
