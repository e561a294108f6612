import type { TextRange } from '@lexichord/abstractions';

/** The lines that begin in a range, in order, without their line ends; the last one ends with the range. */
export function* linesIn(text: string, { startOffset, endOffset }: TextRange): Generator<TextRange> {
  const lineEnd = /\r\n|\n|\r/gu;
  lineEnd.lastIndex = startOffset;
  let start = startOffset;
  for (let found = lineEnd.exec(text); found !== null; found = lineEnd.exec(text)) {
    if (found.index >= endOffset) break;
    yield { startOffset: start, endOffset: found.index };
    start = found.index + found[0].length;
  }
  yield { startOffset: start, endOffset: Math.max(start, endOffset) };
}

/** Whether a line begins at an offset. */
export function isLineStart(text: string, offset: number): boolean {
  return offset <= 0 || (isLineBreak(text, offset - 1) && !isWithinLineEnd(text, offset));
}

/** Whether a line ends at an offset. */
export function isLineEnd(text: string, offset: number): boolean {
  return offset >= text.length || (isLineBreak(text, offset) && !isWithinLineEnd(text, offset));
}

/** Start of the next line, if there is one no later than `latest`. */
export function nextLineStart(text: string, offset: number, latest = text.length): number | undefined {
  for (let start = offset + 1; start <= latest; start += 1) if (isLineStart(text, start)) return start;
  return undefined;
}

/** End of the line before the one that an offset is in, if there is one no earlier than `earliest`. */
export function previousLineEnd(text: string, offset: number, earliest = 0): number | undefined {
  for (let end = offset - 1; end >= earliest; end -= 1) if (isLineEnd(text, end)) return end;
  return undefined;
}

function isLineBreak(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x0a || code === 0x0d;
}

function isWithinLineEnd(text: string, offset: number): boolean {
  return text.charCodeAt(offset) === 0x0a && text.charCodeAt(offset - 1) === 0x0d;
}
