import type { Socket } from 'node:net';

const lineEnd = 0x0a;

/**
 * The lines that come from a connection, until it ends.
 *
 * @param maxBytes of one line; a longer one ends the connection
 * @throws what the connection fails with
 */
export async function* linesOf(socket: Socket, maxBytes = Infinity): AsyncGenerator<string, void, undefined> {
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
    if (size > maxBytes) return;
  }
}

/** Sends a value as a line. Nothing is sent once the connection has ended. */
export function sendLine(socket: Socket, value: object): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`);
}
