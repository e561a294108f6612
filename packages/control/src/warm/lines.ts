import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';

const lineEnd = 0x0a;

/** How long a line may be; looked at with every piece that comes, so that it can be changed in between. */
export interface LineLimit {
  maxBytes: number;
}

/**
 * The lines that come from a connection, until it ends.
 *
 * @param limit of one line; a longer one ends the connection
 * @throws what the connection fails with
 */
export async function* linesOf(socket: Socket, limit: Readonly<LineLimit>): AsyncGenerator<string, void, undefined> {
  const splitter = new LineSplitter();
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    yield* splitter.take(chunk);
    if (splitter.restBytes > limit.maxBytes) return;
  }
}

/** Splits bytes that come in pieces at the ends of lines. */
export class LineSplitter {
  private parts: Buffer[] = [];
  private size = 0;

  /** Bytes of the last line, whose end has not come. */
  get restBytes(): number {
    return this.size;
  }

  /** The lines that end in a piece, without their ends. */
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

/** Resolves when a stream takes more, and when it has been closed. */
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

/** Sends a value as a line. Nothing is sent once the connection has ended. */
export function sendLine(socket: Socket, value: object): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`);
}
