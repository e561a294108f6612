import { isUtf8 } from 'node:buffer';

import type { CallOptions, MessageSource } from '@lexichord/abstractions';

import { badFile, badMessage } from './bad-file.js';
import { type MessageFields, readMessage } from './message-schema.js';
import { ObjectScanner } from './object-scanner.js';

/** A message of a file. */
export interface FileMessage extends MessageFields {
  readonly source: MessageSource;
  /** First line in the file, from 1. */
  readonly line: number;
}

/** Parts of a file, in its order. */
export type FilePart =
  | { readonly message: FileMessage; readonly trailing?: undefined; readonly bytesDone: number }
  /** The last part: the text after the last message. */
  | { readonly message?: undefined; readonly trailing: string; readonly bytesDone: number };

/**
 * Reads a conversation file as a stream, with a chunk and a message in memory: a JSON array of messages, or one message
 * per line. All texts together, `before` and `text` of each message and `trailing`, are the file.
 *
 * @throws {LexichordError} `invalid-argument` naming message, line and expected syntax
 */
export async function* readConversationFile(
  chunks: AsyncIterable<Uint8Array>,
  { signal }: CallOptions = {},
): AsyncGenerator<FilePart, void, undefined> {
  const scanner = new ObjectScanner();
  let bytesDone = 0;
  let count = 0;
  try {
    for await (const part of decodeFile(chunks)) {
      signal?.throwIfAborted();
      bytesDone = part.bytesDone;
      for (const { before, text, line } of scanner.push(part.text)) {
        const reading = readMessage(text);
        if (reading.problem !== undefined) throw badFile(line, reading.problem);
        count += 1;
        yield { message: { ...reading.message, source: { before, text }, line }, bytesDone };
      }
    }
    signal?.throwIfAborted();
    yield { trailing: scanner.end(), bytesDone };
  } catch (error) {
    throw badMessage(error, count + 1);
  }
}

/** A decoded part of a file. */
interface DecodedPart {
  readonly text: string;
  /** Number of bytes of the file up to the end of this part. */
  readonly bytesDone: number;
}

const lineFeed = 0x0a;

/**
 * Decodes a file as a stream, regardless of chunk limits; a byte order mark is kept.
 *
 * @throws {LexichordError} `invalid-argument` naming the line for bytes that are not UTF-8
 */
async function* decodeFile(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<DecodedPart, void, undefined> {
  let rest = Buffer.alloc(0);
  let bytesDone = 0;
  let line = 1;
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    if (bytesDone < 2) requireNotUtf16(bytes);
    bytesDone += chunk.byteLength;
    const whole = bytes.subarray(0, bytes.length - cutCharacterLength(bytes));
    rest = bytes.subarray(whole.length);
    if (!isUtf8(whole)) throw notUtf8(whole, line);
    line += countLines(whole);
    yield { text: whole.toString('utf8'), bytesDone };
  }
  if (rest.length > 0) throw notUtf8(rest, line);
}

/** Number of bytes at the end that are the start of an incomplete character. */
function cutCharacterLength(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const expected = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return expected > length ? length : 0;
  }
  return 0;
}

/** @throws {LexichordError} `invalid-argument` for a byte order mark of UTF-16, or a NUL in the first two bytes */
function requireNotUtf16(bytes: Buffer): void {
  const [first, second] = bytes;
  const isMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!isMark && first !== 0 && second !== 0) return;
  throw badFile(1, 'the file is UTF-16 or binary; save it as UTF-8');
}

function notUtf8(bytes: Buffer, firstLine: number): Error {
  let start = 0;
  for (let line = firstLine; ; line++) {
    const end = bytes.indexOf(lineFeed, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) {
      return badFile(line, 'invalid UTF-8; save the file as UTF-8');
    }
    start = end + 1;
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}
