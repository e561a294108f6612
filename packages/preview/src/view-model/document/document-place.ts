import type { DocumentPlace } from '../preview-state.js';

/** A selection within the text: whole numbers from 0 to its end, and never inside a surrogate pair. */
export function placeWithin(content: string, { anchor, head }: DocumentPlace): DocumentPlace {
  return { anchor: offsetWithin(content, anchor), head: offsetWithin(content, head) };
}

function offsetWithin(content: string, offset: number): number {
  const whole = Number.isNaN(offset) ? 0 : Math.trunc(Math.min(content.length, Math.max(0, offset)));
  return isInsidePair(content, whole) ? whole - 1 : whole;
}

function isInsidePair(content: string, offset: number): boolean {
  return (
    offset > 0 && isBetween(content.charCodeAt(offset - 1), 0xd800) && isBetween(content.charCodeAt(offset), 0xdc00)
  );
}

function isBetween(unit: number, first: number): boolean {
  return unit >= first && unit < first + 0x400;
}

/** 1-based line and column of an offset. A line ends at LF, CR LF or a lone CR; inside a pair of them it is the end. */
export function positionOf(content: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let end = endOfLine(content, start); end < offset; end = endOfLine(content, start)) {
    const next = end + (content.startsWith('\r\n', end) ? 2 : 1);
    if (next > offset) return { line, column: end - start + 1 };
    line += 1;
    start = next;
  }
  return { line, column: offset - start + 1 };
}

/** Offset of a 1-based line, clamped to the lines of the text. */
export function startOfLine(content: string, line: number): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = endOfLine(content, start);
    if (end === content.length) return start;
    start = end + (content.startsWith('\r\n', end) ? 2 : 1);
  }
  return start;
}

function endOfLine(content: string, start: number): number {
  const feed = content.indexOf('\n', start);
  const end = feed === -1 ? content.length : feed;
  // Only this line is searched: a text without lone returns would be read to its end for each of its lines.
  const line = content.slice(start, end);
  const carriageReturn = line.indexOf('\r');
  return carriageReturn === -1 ? end : start + carriageReturn;
}
