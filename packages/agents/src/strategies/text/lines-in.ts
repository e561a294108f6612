import type { TextRange } from '@lexichord/abstractions';
import { graphemeFloor } from '@lexichord/tokenizer';

/** The lines that start in a range, in order, without their line ends; the last one ends with the range. */
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

/** Whether a line starts at an offset. */
export function isLineStart(text: string, offset: number): boolean {
  return offset <= 0 || (isLineBreak(text, offset - 1) && !isWithinLineEnd(text, offset));
}

/** Whether a line ends at an offset. */
export function isLineEnd(text: string, offset: number): boolean {
  return offset >= text.length || (isLineBreak(text, offset) && !isWithinLineEnd(text, offset));
}

/** Start of the next line; `undefined` if it is after `latest`. */
export function nextLineStart(text: string, offset: number, latest = text.length): number | undefined {
  for (let start = offset + 1; start <= latest; start += 1) if (isLineStart(text, start)) return start;
  return undefined;
}

/** End of the line before the one at an offset; `undefined` if it is before `earliest`. */
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

/**
 * Text as one line: every run of white space and control characters becomes one space, and text beyond `maxLength`
 * UTF-16 units is replaced by an ellipsis. Prevents that a heading or a path is mistaken for structure.
 */
export function toOneLine(text: string, maxLength: number): string {
  // Twice the length allows for runs that collapse, and bounds the work on a hostile text.
  const line = text
    .slice(0, maxLength * 2)
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  if (line.length <= maxLength && text.length <= maxLength * 2) return line;
  return `${line.slice(0, graphemeFloor(line, maxLength - 1)).trimEnd()}…`;
}

/** Start of the spaces and tabs before an offset. */
export function beforeIndent(content: string, startOffset: number): number {
  let offset = startOffset;
  while (offset > 0 && (content[offset - 1] === ' ' || content[offset - 1] === '\t')) offset -= 1;
  return offset;
}
