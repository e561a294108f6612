/** Longer documents are shown a window at a time and cannot be typed into, in UTF-16 units. */
export const maxEditedDocumentLength = 2_000_000;

/** Length of the shown part of such a document, in UTF-16 units. */
export const windowLength = 200_000;

/** A stretch of a document, in UTF-16 units; the end is exclusive. */
export interface DocumentWindow {
  readonly start: number;
  readonly end: number;
}

/**
 * The shown part of a document: all of an editable one, else some 200,000 characters around `offset`, cut at line ends
 * where possible.
 */
export function windowAround(content: string, offset: number): DocumentWindow {
  if (content.length <= maxEditedDocumentLength) return { start: 0, end: content.length };
  const from = Math.min(Math.max(offset - windowLength / 2, 0), content.length - windowLength);
  return { start: boundaryBefore(content, from), end: boundaryBefore(content, from + windowLength) };
}

/** Whether both ends of a selection are in a window. */
export function isWithin({ start, end }: DocumentWindow, anchor: number, head: number): boolean {
  return Math.min(anchor, head) >= start && Math.max(anchor, head) <= end;
}

/** A line start at or a little before an offset; in a very long line, an offset between two characters. */
function boundaryBefore(content: string, offset: number): number {
  if (offset <= 0 || offset >= content.length) return Math.min(Math.max(offset, 0), content.length);
  const lineStart = content.lastIndexOf('\n', offset - 1) + 1;
  if (offset - lineStart < windowLength / 4) return lineStart;
  const before = content.charCodeAt(offset - 1);
  const isSplit = (before >= 0xd800 && before < 0xdc00) || (before === 13 && content.charCodeAt(offset) === 10);
  return isSplit ? offset - 1 : offset;
}
