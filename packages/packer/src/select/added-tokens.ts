import type { IncludedChunk } from '@lexichord/abstractions';

import type { Layout } from '../format/formatter.js';
import { byPlace } from '../format/packed-file.js';

/** What a chunk costs where it stands. */
export interface AddedTokens {
  readonly tokens: number;
  /** Its index among the chunks of its file. */
  readonly place: number;
}

/**
 * Tokens that a chunk adds to the text: its lines, and what they need around them. Only its neighbours decide that, so
 * that the chunks of a large file do not cost their number squared.
 *
 * @param sameFile what is taken of its file, by line
 */
export function addedTokens<C extends IncludedChunk>(chunk: C, sameFile: readonly C[], layout: Layout): AddedTokens {
  const place = placeFor(chunk, sameFile);
  const before = sameFile.slice(Math.max(0, place - 1), place);
  const after = sameFile.slice(place, place + 1);
  const tokens = layout.measure([...before, chunk, ...after]) - layout.measure([...before, ...after]);
  return { tokens: Math.max(0, tokens), place };
}

/** Index of the first chunk that stands behind this one, by halving: they are sorted by line. */
function placeFor(chunk: IncludedChunk, taken: readonly IncludedChunk[]): number {
  let [low, high] = [0, taken.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = taken[middle];
    if (other !== undefined && byPlace(other, chunk) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
