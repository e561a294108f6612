import type { Chunk, LineRange } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';

/** Maximum number of lines of a declaration, such as one with a parameter in each line. */
const maxDeclarationLines = 6;

/** Maximum length of a readable line, in UTF-16 units; longer ones are minified code or data. */
export const maxReadableLine = 1_000;

/**
 * Lines from a definition's name to the line that opens its body; only the first line if none nearby does. @param
 * startLine 1-based, in the file
 */
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

/** Whether a line is short enough for hand-written code. */
export function isReadableLine(line: string): boolean {
  return line.length <= maxReadableLine;
}
