import type { SafeBoundaries } from './safe-boundary.js';

/** Length from which a segment is cut within its lines, in UTF-16 units. */
const maxLineSegmentLength = 1 << 12;

/** Splits a text at or near the line starts where it may be cut, and within long sections without any. Never empty. */
export function splitIntoSegments(text: string, boundaries: SafeBoundaries): string[] {
  const segments: string[] = [];
  let start = 0;
  while (start < text.length) {
    const end = lineSegmentEnd(text, start, boundaries);
    for (let searched = start; end - start > maxLineSegmentLength;) {
      const cut = boundaries.lastWithin(text, searched, Math.min(end - 1, searched + maxLineSegmentLength));
      searched += maxLineSegmentLength;
      if (cut !== undefined && cut < end) {
        segments.push(text.slice(start, cut));
        start = cut;
        searched = cut;
      } else if (searched >= end) break;
    }
    segments.push(text.slice(start, end));
    start = end;
  }
  return segments.length > 0 ? segments : [''];
}

/** First safe cut after `start` that is at or near a line start; the end of the text if there is none. */
function lineSegmentEnd(text: string, start: number, boundaries: SafeBoundaries): number {
  for (let lineFeed = text.indexOf('\n', start); lineFeed >= 0; lineFeed = text.indexOf('\n', lineFeed + 1)) {
    const cut = boundaries.nearLineStart(text, lineFeed + 1);
    if (cut !== undefined && cut > start) return cut;
  }
  return text.length;
}

export function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Offset directly after the `count`-th line feed, counted from 1. The text must have that many. */
export function offsetAfterLineFeed(text: string, count: number): number {
  let offset = 0;
  for (let seen = 0; seen < count; seen++) offset = text.indexOf('\n', offset) + 1;
  return offset;
}
