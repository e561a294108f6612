import { type ILexichordRuntime, ILogger } from '@lexichord/abstractions';
import { Hono } from 'hono';

import { startLoopbackServer } from '../loopback/loopback-server.js';
import { announceProcess } from '../records/announce-process.js';
import { type ControlHandlers, controlPath } from '../control-protocol.js';
import { controlRoutes } from './control-routes.js';

/** A server for requests of commands. */
export interface ControlServer {
  readonly port: number;
  /** Frees the port and removes the record. */
  close(): Promise<void>;
}

/**
 * Starts a server for requests of commands only, on any free port of the loopback interface, and writes its record.
 *
 * @throws {LexichordError} `io-failed` when it cannot listen, or cannot write its record
 */
export async function openControlServer(
  runtime: Pick<ILexichordRuntime, 'resolve'>,
  handlers: ControlHandlers,
): Promise<ControlServer> {
  const log = runtime.resolve(ILogger).forSource('ControlHandlers');
  const routes = new Hono();
  routes.route(controlPath, controlRoutes(handlers));
  const server = await startLoopbackServer({
    routes,
    onFailure: (error) => log.error('A question could not be answered', {}, error),
  });
  try {
    const { port, secret } = server;
    const withdraw = await announceProcess(runtime, { port, secret, kind: 'index' });
    return {
      port,
      close: async () => {
        // The record is removed first, because another process may get the port.
        await withdraw();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
