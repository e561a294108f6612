import type { LineRange } from '@lexichord/abstractions';

import { chunkHash } from './chunk-id.js';
import type { LineIndex } from './line-index.js';

/** Text that is hashed to find moved lines, in UTF-16 units. */
const maxSearchLength = 20_000_000;

/** Places that are hashed at most. */
const maxPlaces = 200_000;

/** Whole lines with their line ends; `undefined` when the text has fewer. */
export function chunkLines(text: LineIndex, { startLine, endLine }: LineRange): string | undefined {
  return endLine > text.count ? undefined : text.content.slice(text.start(startLine - 1), text.start(endLine));
}

/**
 * Where lines with the hash of a chunk's id are: at their lines, or else where they come first. `undefined` when they are
 * nowhere, or the text is too long to look everywhere.
 */
export function findChunkLines(text: LineIndex, range: LineRange, hash: string): LineRange | undefined {
  const hasHash = (place: LineRange): boolean => {
    const lines = chunkLines(text, place);
    return lines !== undefined && chunkHash(lines) === hash;
  };
  if (hasHash(range)) return range;
  const count = range.endLine - range.startLine + 1;
  let units = 0;
  for (let startLine = 1; startLine + count - 1 <= text.count && startLine <= maxPlaces; startLine += 1) {
    const place = { startLine, endLine: startLine + count - 1 };
    units += text.start(place.endLine) - text.start(startLine - 1);
    if (units > maxSearchLength) return undefined;
    if (hasHash(place)) return place;
  }
  return undefined;
}
