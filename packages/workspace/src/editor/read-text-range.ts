/** Half-open, in UTF-16 units. */
export interface OffsetRange {
  readonly startOffset: number;
  readonly endOffset: number;
}

/**
 * The text between two offsets of a text that comes in pieces. Holds one piece and the wanted range, whatever the
 * length of the text, and stops reading at the end of the range.
 */
export async function readTextRange(
  pieces: AsyncIterable<string>,
  { startOffset, endOffset }: OffsetRange,
): Promise<string> {
  let offset = 0;
  const parts: string[] = [];
  for await (const text of pieces) {
    if (offset + text.length > startOffset && offset < endOffset) {
      parts.push(text.slice(Math.max(0, startOffset - offset), endOffset - offset));
    }
    offset += text.length;
    if (offset >= endOffset) break;
  }
  return parts.join('');
}
