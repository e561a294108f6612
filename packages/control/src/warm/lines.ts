import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

const lineEnd = 0x0a;

/** Maximum length of a line; checked with every piece, so that it can be changed in between. */
export interface LineLimit {
  maxBytes: number;
}

/**
 * Yields the lines of a connection, until it ends.
 *
 * @param limit maximum length of a line; a longer one ends the iteration
 * @throws the errors of the connection
 */
export async function* linesOf(socket: Socket, limit: Readonly<LineLimit>): AsyncGenerator<string, void, undefined> {
  const splitter = new LineSplitter();
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    yield* splitter.take(chunk);
    if (splitter.restBytes > limit.maxBytes) return;
  }
}

/** Splits pieces of bytes into lines. */
export class LineSplitter {
  private parts: Buffer[] = [];
  private size = 0;

  /** Size of the incomplete last line, in bytes. */
  get restBytes(): number {
    return this.size;
  }

  /** Yields the lines that end in a piece, without line ends. */
  *take(chunk: Buffer): Generator<string, void, undefined> {
    let start = 0;
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, start)) {
      const line = Buffer.concat([...this.parts, chunk.subarray(start, end)]).toString('utf8');
      this.parts = [];
      this.size = 0;
      start = end + 1;
      yield line;
    }
    this.parts.push(chunk.subarray(start));
    this.size += chunk.length - start;
  }
}

/** Resolves when a stream accepts more data, or is closed. */
export async function hasRoom(stream: Writable): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.on('drain', done).on('close', done);
  });
}

/** Sends a value as a line of JSON. Does nothing after the connection has ended. */
export function sendLine(socket: Socket, value: object): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`);
}
