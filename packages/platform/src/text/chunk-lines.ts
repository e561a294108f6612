import type { LineRange } from '@lexichord/abstractions';

import { chunkHash } from './chunk-id.js';
import type { LineIndex } from './line-index.js';

/** Limits of a search for moved lines. */
export interface SearchLimits {
  /** Maximum text to hash, in UTF-16 units: each position costs the length of the lines. */
  readonly maxLength: number;
  /** Maximum number of positions to hash. */
  readonly maxPositions: number;
}

const usualLimits: SearchLimits = { maxLength: 20_000_000, maxPositions: 200_000 };

/** Whole lines with their line ends; `undefined` when the text has fewer. */
export function chunkLines(text: LineIndex, { startLine, endLine }: LineRange): string | undefined {
  return endLine > text.count ? undefined : text.content.slice(text.start(startLine - 1), text.start(endLine));
}

/** The result of a search for moved lines. */
export interface FoundLines {
  /** Absent if no searched position has them. */
  readonly range?: LineRange | undefined;
  /** Whether the text was too long to look everywhere. */
  readonly isPartial: boolean;
  /** Amount of text that the search has hashed, apart from the original range. */
  readonly searched: { readonly length: number; readonly positions: number };
}

/** Finds lines with the hash of a chunk's id: at their lines (the same object), or else nearest to these. */
export function findChunkLines(
  text: LineIndex,
  range: LineRange,
  hash: string,
  { maxLength, maxPositions } = usualLimits,
): FoundLines {
  const hasHash = (candidate: LineRange): boolean => {
    const lines = chunkLines(text, candidate);
    return lines !== undefined && chunkHash(lines) === hash;
  };
  let [length, positions] = [0, 0];
  const found = (at: LineRange | undefined, isPartial = false): FoundLines => ({
    ...{ range: at, isPartial, searched: { length, positions } },
  });
  if (hasHash(range)) return found(range);
  const count = range.endLine - range.startLine + 1;
  for (const startLine of linesAround(range.startLine, text.count - count + 1)) {
    if (startLine === range.startLine) continue;
    const moved = { startLine, endLine: startLine + count - 1 };
    const rangeLength = text.start(moved.endLine) - text.start(startLine - 1);
    if (length + rangeLength > maxLength || positions === maxPositions) return found(undefined, true);
    length += rangeLength;
    positions += 1;
    if (hasHash(moved)) return found(moved);
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
