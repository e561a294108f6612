import { isUtf8 } from 'node:buffer';

import { badFile } from './bad-file.js';

/** A part of a file. */
export interface DecodedPart {
  readonly text: string;
  /** Of the file up to and with this part. */
  readonly bytesDone: number;
}

const lineFeed = 0x0a;

/**
 * A file's text as it comes, whatever the chunks are cut at; a byte order mark stays in it.
 *
 * @throws {LexichordError} `invalid-argument` naming the line for bytes that are no UTF-8
 */
export async function* decodeFile(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<DecodedPart, void, undefined> {
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

/** Bytes at the end that are the beginning of a character. */
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

/** @throws {LexichordError} `invalid-argument`: two byte units begin with a mark, or have a NUL in ASCII text */
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
      return badFile(line, 'what is there is not valid UTF-8; save the file as UTF-8');
    }
    start = end + 1;
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}
