import { type ILexichordRuntime, ILogger } from '@lexichord/abstractions';
import { Hono } from 'hono';

import { startLoopbackServer } from '../server/loopback-server.js';
import { announceServing } from './announce-serving.js';
import type { ServingDoor } from './door-protocol.js';
import { doorRoutes } from './door-routes.js';

/** A process that can be asked. */
export interface DoorServer {
  readonly port: number;
  /** Frees the port and takes the record away. */
  close(): Promise<void>;
}

/**
 * Makes a process that follows the files reachable for commands: a server on the loopback interface that has a door and
 * nothing else, on a port that nobody has to know.
 *
 * @throws {LexichordError} `io-failed` when it cannot listen, or nobody can be told
 */
export async function openDoorServer(
  runtime: Pick<ILexichordRuntime, 'resolve'>,
  door: ServingDoor,
): Promise<DoorServer> {
  const log = runtime.resolve(ILogger).forSource('ServingDoor');
  const routes = new Hono();
  routes.route('/door', doorRoutes(door));
  const server = await startLoopbackServer({
    routes,
    onFailure: (error) => log.error('A question could not be answered', {}, error),
  });
  try {
    const { port, secret } = server;
    const withdraw = await announceServing(runtime, { port, secret, kind: 'index' });
    return {
      port,
      close: async () => {
        // First, so that nobody is sent to a port that is somebody else's by then.
        await withdraw();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
