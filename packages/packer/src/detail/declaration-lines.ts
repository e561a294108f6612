import type { Chunk, LineRange } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';

/** Lines of a declaration at most, such as one with a parameter in each line. */
const maxDeclarationLines = 6;

/** A longer line is minified code or data, in UTF-16 units. */
export const maxReadableLine = 1_000;

/** From the line with a definition's name to the one that opens its body; that line alone where none near does. @param startLine 1-based, in the chunk */
export function declarationFrom(chunk: Chunk, startLine: number): LineRange {
  const lines = new LineIndex(chunk.content);
  let endLine = startLine;
  const isOpen = (line: number): boolean => !/[{:;]\s*$|=>\s*$/u.test(lines.text(line - chunk.startLine));
  while (isOpen(endLine) && endLine < chunk.endLine && endLine - startLine + 1 < maxDeclarationLines) {
    if (!isReadableLine(lines.text(endLine + 1 - chunk.startLine))) break;
    endLine += 1;
  }
  return { startLine, endLine: isOpen(endLine) ? startLine : endLine };
}

/** Whether a line is short enough to be code that people write. */
export function isReadableLine(line: string): boolean {
  return line.length <= maxReadableLine;
}
