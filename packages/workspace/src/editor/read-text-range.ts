import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { displayPath } from '../guard/display-path.js';
import { ChunkDecoder, sniffText } from './decode-text.js';

/** Half-open, in UTF-16 units. */
export interface OffsetRange {
  readonly startOffset: number;
  readonly endOffset: number;
}

/**
 * The text between two offsets of a file that comes in pieces. Holds one piece and the wanted range, whatever the
 * length of the file, and stops reading at the end of the range.
 *
 * @param path for the message
 * @throws {LexichordError} `binary-file`
 */
export async function readTextRange(
  chunks: AsyncIterable<Buffer>,
  path: string,
  { startOffset, endOffset }: OffsetRange,
): Promise<string> {
  let decoder: ChunkDecoder | undefined;
  let offset = 0;
  const parts: string[] = [];
  const take = (text: string): void => {
    if (offset + text.length > startOffset && offset < endOffset) {
      parts.push(text.slice(Math.max(0, startOffset - offset), endOffset - offset));
    }
    offset += text.length;
  };

  for await (const chunk of chunks) {
    if (decoder === undefined) {
      const sniffed = sniffText(chunk);
      if (sniffed.isBinary) throw binaryFile(path);
      decoder = new ChunkDecoder(sniffed.encoding);
      take(decoder.write(chunk.subarray(sniffed.markBytes)));
    } else {
      take(decoder.write(chunk));
    }
    if (offset >= endOffset) return parts.join('');
  }
  take(decoder?.end() ?? '');
  return parts.join('');
}

/** The error for a file that is not text (T-016 AC-028). */
export function binaryFile(path: string): LexichordError {
  return new LexichordError(
    ErrorCode.binaryFile,
    `"${displayPath(path)}" is a binary file: it has a NUL byte near its beginning. Name a text file.`,
    { details: { path: displayPath(path) } },
  );
}
