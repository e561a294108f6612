import type { Socket } from 'node:net';

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
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]).toString('utf8');
      parts = [];
      size = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > limit.maxBytes) return;
  }
}

/** Sends a value as a line. Nothing is sent once the connection has ended. */
export function sendLine(socket: Socket, value: object): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`);
}
