import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum time for running answers when the server closes, in milliseconds. */
const closeGraceMs = 500;

/**
 * Connections of a server, which allow it to close without waiting for idle ones: browsers keep connections open after
 * an answer, and open some in advance.
 */
export class OpenConnections {
  /** Number of running answers by connection. */
  private readonly sockets = new Map<Socket, number>();
  private isClosing = false;

  constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.sockets.set(socket, 0);
      socket.on('close', () => this.sockets.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.count(socket, 1);
      response.on('close', () => this.count(socket, -1));
    });
  }

  /** Frees the port, waits shortly for running answers, and ends every connection. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.isClosing = true;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets.keys()) this.endIdle(socket);
    const grace = setTimeout(() => this.server.closeAllConnections(), closeGraceMs);
    await closed;
    clearTimeout(grace);
  }

  private count(socket: Socket, change: 1 | -1): void {
    const answers = this.sockets.get(socket);
    if (answers === undefined) return;
    this.sockets.set(socket, answers + change);
    if (this.isClosing) this.endIdle(socket);
  }

  /** Closes a connection without running answers, after its written data was sent. */
  private endIdle(socket: Socket): void {
    if (this.sockets.get(socket) === 0) socket.destroySoon();
  }
}
