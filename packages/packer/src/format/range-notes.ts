import { type ChunkPart, partMarker } from '@lexichord/abstractions';

import { type PackedRange, lonelyParts } from './packed-file.js';

/** What has to be said of a range beside its lines: parts of something larger, or a cut (T-016 AC-041). */
export function rangeNotes(range: PackedRange): readonly string[] {
  const parts = lonelyParts(range).map(partsNote);
  return range.chunks.some(({ isTruncated }) => isTruncated === true) ? [...parts, 'TRUNCATED'] : parts;
}

function partsNote(parts: readonly ChunkPart[]): string {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return '';
  return parts.length === 1 ? partMarker(first) : `PARTS ${first.index}-${last.index} of ${first.count}`;
}

/** The lines between two ranges that are not there (T-016 FR-016-134). */
export function gapBetween(previous: PackedRange, next: PackedRange): string | undefined {
  const [first, last] = [previous.endLine + 1, next.startLine - 1];
  if (first > last) return undefined;
  return first === last ? `line ${first} not shown` : `lines ${first}-${last} not shown`;
}
