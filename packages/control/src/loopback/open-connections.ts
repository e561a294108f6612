import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long answers that are under way may go on once the server closes, in milliseconds. */
const closeGraceMs = 500;

/**
 * The connections of a server, so that it can close without waiting for those that nothing happens on: browsers keep
 * them open after an answer, and open some before they ask anything.
 */
export class OpenConnections {
  /** With how many answers are under way. */
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

  /** Frees the port, lets answers under way end for a moment, and ends every connection. */
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

  /** Data that was written is still sent. */
  private endIdle(socket: Socket): void {
    if (this.sockets.get(socket) === 0) socket.destroySoon();
  }
}
