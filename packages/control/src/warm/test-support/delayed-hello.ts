import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { type Server, type Socket, connect, createServer } from 'node:net';
import { join } from 'node:path';

import { recordPath } from '../warm-folder.js';
import type { WarmRecord } from '../warm-record.js';
import type { AWarmWorkspace } from './a-warm-workspace.js';

/** What the process of a record says passes through here, and its hello has to wait: as of one that has much to do. */
export class DelayedHello {
  readonly record: WarmRecord;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  /** @param beforeHello what has to be done first, for each connection */
  private constructor(
    workspace: AWarmWorkspace,
    private readonly beforeHello: () => Promise<unknown>,
  ) {
    const { record } = workspace;
    this.record = { ...record, address: join(workspace.folder, 'delayed.sock') };
    this.server = createServer((socket) => this.accept(socket, connect(record.address)));
  }

  /** Puts itself between commands and the process that serves the workspace. */
  static async before(workspace: AWarmWorkspace, beforeHello: () => Promise<unknown>): Promise<DelayedHello> {
    const delayed = new DelayedHello(workspace, beforeHello);
    const { record, server } = delayed;
    server.listen(record.address);
    await once(server, 'listening');
    chmodSync(record.address, 0o600);
    writeFileSync(recordPath(workspace.folder, workspace.workspaceRoot), JSON.stringify(record));
    return delayed;
  }

  /** Accepts no further connections; existing ones continue. */
  refuseOthers(): void {
    this.server.close();
  }

  /** As the end of the process. */
  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private accept(socket: Socket, process: Socket): void {
    for (const side of [socket, process]) {
      this.sockets.add(side);
      side.on('error', () => undefined);
    }
    socket.on('close', () => process.destroy());
    process.on('close', () => socket.end());
    socket.pipe(process);
    process.once('data', (hello: Buffer) => {
      process.pause();
      void this.beforeHello().then(() => {
        socket.write(hello);
        process.pipe(socket);
      });
    });
  }
}
