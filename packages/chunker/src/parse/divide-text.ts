/** Lines at which a text of a language may be split: patterns for whole lines at the top level. */
export interface TopLevelLines {
  /**
   * Matches the beginning of a line at which a definition, or the comment before one, begins. Sticky (`y`), and reads
   * only a few words.
   */
  readonly begins: RegExp;
  /** Matches the last non-blank line before it. Applied to a line of at most {@link maxClosingLength} UTF-16 units. */
  readonly closes: RegExp;
}

/** A range of a text, in UTF-16 units; `end` is exclusive. */
export interface TextPiece {
  readonly start: number;
  readonly end: number;
}

/** Target length of a piece in UTF-16 units, large enough to be worth a thread. */
export const targetPieceUnits = 250_000;

/** Maximum number of pieces, equal to that of threads. */
const maxPieces = 4;

/** Maximum distance of a border behind the even one, as a share of the piece's length. */
const reach = 1 / 2;

/** Maximum length of a line that closes a definition; a pattern may be slow on longer ones. */
const maxClosingLength = 200;

/**
 * Divides a text between definitions at its top level, by its lines only: the parser finds out whether a line is in a
 * string or a comment. Deterministic and linear in time.
 *
 * @returns the pieces in order, together all of the text; one if it is short or has no border
 */
export function divideText(
  text: string,
  topLevel: TopLevelLines,
  pieceUnits: number = targetPieceUnits,
): readonly TextPiece[] {
  const count = Math.min(maxPieces, Math.max(1, Math.round(text.length / pieceUnits)));
  const length = text.length / count;
  const starts = [0];
  for (let index = 1; index < count; index += 1) {
    const border = findBorder(text, topLevel, { start: Math.ceil(index * length), end: (index + reach) * length });
    if (border !== undefined) starts.push(border);
  }
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? text.length }));
}

/** The first border in the range. */
function findBorder(text: string, { begins, closes }: TopLevelLines, { start, end }: TextPiece): number | undefined {
  for (let lineEnd = text.indexOf('\n', start - 1); lineEnd >= 0; lineEnd = text.indexOf('\n', lineEnd + 1)) {
    const line = lineEnd + 1;
    if (line >= end) return undefined;
    begins.lastIndex = line;
    if (begins.test(text) && closes.test(lastLineBefore(text, line))) return line;
  }
  return undefined;
}

/** The last line that is not blank; nothing if there is none, or if it is too long. */
function lastLineBefore(text: string, offset: number): string {
  const before = text.slice(0, offset).trimEnd();
  const start = before.lastIndexOf('\n') + 1;
  return before.length - start > maxClosingLength ? '' : before.slice(start);
}
