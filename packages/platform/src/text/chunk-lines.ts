import type { LineRange } from '@lexichord/abstractions';

import { chunkHash } from './chunk-id.js';
import type { LineIndex } from './line-index.js';

/** How far moved lines are looked for. */
export interface SearchLimits {
  /** Text that is hashed, in UTF-16 units: each place costs the length of the lines. */
  readonly maxLength: number;
  /** Places that are hashed. */
  readonly maxPlaces: number;
}

const usualLimits: SearchLimits = { maxLength: 20_000_000, maxPlaces: 200_000 };

/** Whole lines with their line ends; `undefined` when the text has fewer. */
export function chunkLines(text: LineIndex, { startLine, endLine }: LineRange): string | undefined {
  return endLine > text.count ? undefined : text.content.slice(text.start(startLine - 1), text.start(endLine));
}

/** The result of a search for moved lines. */
export interface FoundLines {
  /** Absent: they are nowhere that was looked at. */
  readonly range?: LineRange | undefined;
  /** Whether the text was too long to look everywhere. */
  readonly isPartial: boolean;
  /** Lines that the search has hashed, beside those at their place. */
  readonly searched: { readonly length: number; readonly places: number };
}

/** Finds lines with the hash of a chunk's id: at their lines (the same object), or else nearest to these. */
export function findChunkLines(
  text: LineIndex,
  range: LineRange,
  hash: string,
  { maxLength, maxPlaces } = usualLimits,
): FoundLines {
  const hasHash = (place: LineRange): boolean => {
    const lines = chunkLines(text, place);
    return lines !== undefined && chunkHash(lines) === hash;
  };
  let [length, places] = [0, 0];
  const found = (place: LineRange | undefined, isPartial = false): FoundLines => ({
    ...{ range: place, isPartial, searched: { length, places } },
  });
  if (hasHash(range)) return found(range);
  const count = range.endLine - range.startLine + 1;
  for (const startLine of linesAround(range.startLine, text.count - count + 1)) {
    if (startLine === range.startLine) continue;
    const place = { startLine, endLine: startLine + count - 1 };
    const placeLength = text.start(place.endLine) - text.start(startLine - 1);
    if (length + placeLength > maxLength || places === maxPlaces) return found(undefined, true);
    length += placeLength;
    places += 1;
    if (hasHash(place)) return found(place);
  }
  return found(undefined);
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
