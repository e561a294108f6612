import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import type { InputJudge } from './judge-input.js';
import { openInputFile, readFailure } from './open-input-file.js';

/** Maximum size of an input, in millions of bytes; a larger one is rejected, to limit memory. */
const defaultLimitMb = 10;

/** Options for reading a text named by the user. */
export interface ReadInputOptions {
  /** The text as it is named at the start of a sentence. */
  readonly label: string;
  /** Maximum size, in millions of bytes; a larger input is rejected. Default: 10. */
  readonly limitMb?: number | undefined;
}

/**
 * Reads a text file named by the user, in any folder. A byte order mark is dropped.
 *
 * @param path absolute
 * @param options.judge receives the open file, on systems that report its real path
 * @throws {LexichordError} `not-found`, `file-too-large`, `binary-file`, `invalid-argument` for a folder, a
 * pipe or a device, `io-failed`; the errors of `judge`
 */
export async function readInputFile(
  path: string,
  { judge, ...options }: ReadInputOptions & { readonly judge?: InputJudge | undefined },
): Promise<string> {
  try {
    const { handle } = await openInputFile(path, judge);
    try {
      // A file of /proc has no size, so what counts is what comes out of it.
      return await readInputStream(handle.createReadStream({ autoClose: false }), options);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw readFailure(options.label, cause);
  }
}

/**
 * Reads a text from a stream, no further than the limit. A byte order mark is dropped.
 *
 * @throws {LexichordError} `file-too-large`, `binary-file`; the errors of the stream
 */
export async function readInputStream(
  stream: AsyncIterable<unknown>,
  { label, limitMb = defaultLimitMb }: ReadInputOptions,
): Promise<string> {
  const maxBytes = limitMb * 1_000_000;
  const bytes = await readBytes(stream, maxBytes);
  if (bytes.length > maxBytes) {
    throw new LexichordError(ErrorCode.fileTooLarge, `${label} is larger than ${limitMb} MB. Give a smaller text.`, {
      details: { limitBytes: maxBytes },
    });
  }
  if (bytes.includes(0)) {
    const message = `${label} is binary and cannot be read as text. Give a text file.`;
    throw new LexichordError(ErrorCode.binaryFile, message);
  }
  return new TextDecoder('utf-8').decode(bytes);
}

/** One piece more than `maxBytes` at most. */
async function readBytes(stream: AsyncIterable<unknown>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}
