import { once } from 'node:events';
import { type Server, createServer } from 'node:net';

import { freePort } from '@lexichord/testing';

/** A foreign program on a port, with the messages that it has received. */
export class AListener {
  /** Everything that arrived, by connection. */
  readonly received: string[] = [];
  port = 0;
  private readonly server: Server;

  private constructor(answer: string) {
    this.server = createServer((socket) => {
      const index = this.received.push('') - 1;
      socket.setEncoding('utf8').on('data', (text: string) => {
        this.received[index] = `${this.received[index] ?? ''}${text}`;
        if (answer !== '') socket.end(answer);
      });
      // A caller that gives up is none of the test's business.
      socket.on('error', () => undefined);
    });
  }

  /** @param answer the raw bytes that every request gets; none: it never answers */
  static async open(answer: string): Promise<AListener> {
    const listener = new AListener(answer);
    listener.port = await freePort();
    listener.server.listen(listener.port, '127.0.0.1');
    await once(listener.server, 'listening');
    return listener;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }
}

/** An answer as HTTP has it. */
export function httpAnswer(status: number, body: string): string {
  return `HTTP/1.1 ${status} X\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`;
}
