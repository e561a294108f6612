import type { LineRange } from '@lexichord/abstractions';

import { chunkHash } from './chunk-id.js';
import type { LineIndex } from './line-index.js';

/** Text that is hashed to find moved lines, in UTF-16 units: each place costs the length of the lines. */
const maxSearchLength = 20_000_000;

/** Places that are hashed at most. */
const maxPlaces = 200_000;

/** Whole lines with their line ends; `undefined` when the text has fewer. */
export function chunkLines(text: LineIndex, { startLine, endLine }: LineRange): string | undefined {
  return endLine > text.count ? undefined : text.content.slice(text.start(startLine - 1), text.start(endLine));
}

/** What a search for moved lines has found. */
export interface FoundLines {
  /** Absent: they are nowhere that was looked at. */
  readonly range?: LineRange | undefined;
  /** Whether the text was too long to look everywhere. */
  readonly isPartial: boolean;
}

/** Where lines with the hash of a chunk's id are: at their lines (the same object), or else nearest to these. */
export function findChunkLines(text: LineIndex, range: LineRange, hash: string): FoundLines {
  const hasHash = (place: LineRange): boolean => {
    const lines = chunkLines(text, place);
    return lines !== undefined && chunkHash(lines) === hash;
  };
  if (hasHash(range)) return { range, isPartial: false };
  const count = range.endLine - range.startLine + 1;
  let [units, places] = [0, 0];
  for (const startLine of linesAround(range.startLine, text.count - count + 1)) {
    const place = { startLine, endLine: startLine + count - 1 };
    units += text.start(place.endLine) - text.start(startLine - 1);
    places += 1;
    if (units > maxSearchLength || places > maxPlaces) return { isPartial: true };
    if (hasHash(place)) return { range: place, isPartial: false };
  }
  return { isPartial: false };
}

/** The lines of a text from one outward, the earlier of two at one distance first. */
function* linesAround(line: number, last: number): Iterable<number> {
  const from = Math.min(line, last);
  if (from >= 1) yield from;
  for (let distance = 1; from - distance >= 1 || from + distance <= last; distance += 1) {
    if (from - distance >= 1) yield from - distance;
    if (from + distance <= last) yield from + distance;
  }
}
