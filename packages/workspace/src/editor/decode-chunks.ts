import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { displayPath } from '../guard/display-path.js';
import { ChunkDecoder, sniffText } from './decode-text.js';

/**
 * The text of a file whose bytes come in pieces, in pieces itself, without its byte order mark.
 *
 * @param path for the message
 * @throws {LexichordError} `binary-file`
 */
export async function* decodeChunks(
  chunks: AsyncIterable<Buffer>,
  path: string,
): AsyncGenerator<string, void, undefined> {
  let decoder: ChunkDecoder | undefined;
  for await (const chunk of chunks) {
    if (decoder === undefined) {
      const sniffed = sniffText(chunk);
      if (sniffed.isBinary) throw binaryFile(path);
      decoder = new ChunkDecoder(sniffed.encoding);
      yield decoder.write(chunk.subarray(sniffed.markBytes));
    } else {
      yield decoder.write(chunk);
    }
  }
  const rest = decoder?.end() ?? '';
  if (rest !== '') yield rest;
}

/** The error for a file that is not text (T-016 AC-028). */
export function binaryFile(path: string): LexichordError {
  return new LexichordError(
    ErrorCode.binaryFile,
    `"${displayPath(path)}" is a binary file: it has a NUL byte near its beginning. Name a text file.`,
    { details: { path: displayPath(path) } },
  );
}
