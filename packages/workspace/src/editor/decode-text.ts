import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';

import { ErrorCode, LexichordError, type TextDecoding } from '@lexichord/abstractions';

import { displayPath } from '../guard/display-path.js';

/** How many bytes of a file are looked at to tell text from binary. */
export const sniffedBytes = 8_192;

/** How a file's bytes are to be read, told from its first bytes. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** What the beginning of a file says about the rest. */
export interface SniffedText {
  readonly encoding: TextEncoding;
  /** Length of the byte order mark. */
  readonly markBytes: number;
  /** A NUL byte where text has none (T-016 AC-028). */
  readonly isBinary: boolean;
}

/** @param beginning the first {@link sniffedBytes} of the file, or all of it */
export function sniffText(beginning: Buffer): SniffedText {
  const [first, second, third, fourth] = beginning;
  if (first === 0xff && second === 0xfe) {
    // The UTF-32 mark begins like the UTF-16 one; text in UTF-16 does not begin with U+0000.
    return { encoding: 'utf-16le', markBytes: 2, isBinary: third === 0 && fourth === 0 };
  }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', markBytes: 2, isBinary: false };

  const hasMark = first === 0xef && second === 0xbb && third === 0xbf;
  return {
    encoding: 'utf-8',
    markBytes: hasMark ? 3 : 0,
    isBinary: beginning.subarray(0, sniffedBytes).includes(0),
  };
}

/** Text and how it came out of the bytes. */
export interface DecodedText {
  readonly content: string;
  readonly decoding: TextDecoding;
}

/** Decodes a whole file, the mark left out. Bytes that are not UTF-8 become U+FFFD. */
export function decodeText(bytes: Buffer, { encoding, markBytes }: SniffedText): DecodedText {
  const body = bytes.subarray(markBytes);
  if (encoding !== 'utf-8') {
    const decoder = new ChunkDecoder(encoding);
    return { content: decoder.write(body) + decoder.end(), decoding: encoding };
  }
  return { content: body.toString('utf8'), decoding: isUtf8(body) ? 'utf-8' : 'utf-8-with-replacements' };
}

/** Decodes a file piece by piece; the pieces together are what {@link decodeText} gives, wherever they were cut. */
export class ChunkDecoder {
  private readonly decoder: StringDecoder;
  /** The first half of a unit that was cut in two, in big-endian text. */
  private oddByte: Buffer = Buffer.alloc(0);

  constructor(private readonly encoding: TextEncoding) {
    this.decoder = new StringDecoder(encoding === 'utf-8' ? 'utf8' : 'utf16le');
  }

  write(bytes: Buffer): string {
    return this.decoder.write(this.encoding === 'utf-16be' ? this.swapPairs(bytes) : bytes);
  }

  /** What is left of an unfinished character. */
  end(): string {
    return this.decoder.end();
  }

  private swapPairs(bytes: Buffer): Buffer {
    // A copy, since swapping works in place and the bytes are the caller's.
    const joined = Buffer.concat([this.oddByte, bytes]);
    const evenLength = joined.length - (joined.length % 2);
    this.oddByte = joined.subarray(evenLength);
    return Buffer.from(joined.subarray(0, evenLength)).swap16();
  }
}

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
