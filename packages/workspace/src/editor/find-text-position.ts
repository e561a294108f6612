import type { FoundPosition, TextPosition } from '@lexichord/abstractions';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Finds the offset of a line and column in a text in pieces. Keeps only one piece in memory, and stops reading at the
 * offset. Lines end as in `LineIndex`, also if a piece ends between CR and LF.
 *
 * @param wanted whole numbers from 1; clamped to the text and to the line
 */
export async function findTextPosition(
  pieces: AsyncIterable<string> | Iterable<string>,
  wanted: TextPosition,
): Promise<FoundPosition> {
  const finder = new PositionFinder(wanted);
  for await (const piece of pieces) {
    if (finder.pass(piece)) break;
  }
  return finder.result;
}

class PositionFinder {
  /** Offset of the next unit. */
  private offset = 0;
  private line = 1;
  private lineStart = 0;
  private isAfterReturn = false;

  constructor(private readonly wanted: TextPosition) {}

  /** Valid after `pass` has returned true, or at the end of the text. */
  get result(): FoundPosition {
    return { offset: this.offset, position: { line: this.line, column: this.offset - this.lineStart + 1 } };
  }

  /** Whether the position is in this piece, or directly after it. */
  pass(piece: string): boolean {
    for (let index = 0; ; index += 1) {
      if (this.isAfterReturn) {
        // The next piece may begin with the line feed of this carriage return.
        if (index === piece.length) return false;
        if (piece.charCodeAt(index) === lineFeed) {
          index += 1;
          this.offset += 1;
          this.lineStart = this.offset;
        }
        this.isAfterReturn = false;
      }
      const end = endOfLine(piece, index);
      const isLineEnd = end < piece.length;
      if (this.isOnLine(end - index, isLineEnd)) return true;
      this.offset += end - index;
      if (!isLineEnd) return false;
      this.offset += 1;
      this.line += 1;
      this.lineStart = this.offset;
      this.isAfterReturn = piece.charCodeAt(end) === carriageReturn;
      index = end;
    }
  }

  /** Moves to the position if it is in the next `length` units, or if the wanted line ends after them. */
  private isOnLine(length: number, isLineEnd: boolean): boolean {
    if (this.line !== this.wanted.line) return false;
    const offset = this.lineStart + this.wanted.column - 1;
    if (offset > this.offset + length && !isLineEnd) return false;
    this.offset = Math.min(offset, this.offset + length);
    return true;
  }
}

function endOfLine(text: string, start: number): number {
  for (let index = start; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === lineFeed || unit === carriageReturn) return index;
  }
  return text.length;
}
