import type { Chunk, LineRange } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';

/** Lines of a declaration at most, such as one with a parameter in each line. */
const maxDeclarationLines = 6;

/** From the line with a definition's name to the one that opens its body. @param startLine 1-based, in the chunk */
export function declarationFrom(chunk: Chunk, startLine: number): LineRange {
  const lines = new LineIndex(chunk.content);
  let endLine = startLine;
  const isOpen = (line: number): boolean => !/[{:;]\s*$|=>\s*$/u.test(lines.text(line - chunk.startLine));
  while (isOpen(endLine) && endLine < chunk.endLine && endLine - startLine + 1 < maxDeclarationLines) endLine += 1;
  return { startLine, endLine: isOpen(endLine) ? startLine : endLine };
}
