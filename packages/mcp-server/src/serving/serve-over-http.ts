import type { ILogger } from '@lexichord/abstractions';
import { startLoopbackServer } from '@lexichord/control/server';
import {
  InMemoryServerEventBus,
  type McpServer,
  type ServerEventBus,
  createMcpHandler,
  isLegacyRequest,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';

import type { ResourceChanges } from '../resources/resource-changes.js';
import { ClientSessions } from './client-sessions.js';
import type { ServerPurpose } from './create-server.js';
import { maxMessageBytes } from './message-limit.js';

/** A running server on the loopback interface. */
export interface HttpServer {
  readonly port: number;
  /** `http://127.0.0.1:<port>/<secret>/mcp`. It gives access to every tool, so it is never logged. */
  readonly address: string;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

/** Options of the server over HTTP. */
export interface HttpServing {
  /** Called for each connection of the earlier revision, and for each request of the current one. */
  readonly createServer: (purpose: ServerPurpose) => McpServer;
  readonly changes: ResourceChanges;
  readonly log: ILogger;
  /** Default: any free port. */
  readonly port?: number | undefined;
}

/**
 * Serves any number of clients over Streamable HTTP, in both revisions of the protocol, only on 127.0.0.1, with the
 * same checks of host, origin and secret as the context preview.
 *
 * @throws {LexichordError} `io-failed` when the port is taken
 */
export async function serveOverHttp({ createServer, changes, log, port }: HttpServing): Promise<HttpServer> {
  const onerror = (error: Error): void =>
    log.warn('A request of a client could not be dealt with', { reason: error.name });
  const limit = { maxRequestBodySize: maxMessageBytes };
  const modern = createMcpHandler(({ era }) => createServer({ era, isLasting: false }), {
    ...{ legacy: 'reject', onerror, bus: countingBus(changes) },
    ...limit,
  });
  const legacy = new ClientSessions((streams) => createServer({ era: 'legacy', isLasting: true, streams }));
  const unsubscribe = changes.subscribe((change) => {
    if (change === 'list') modern.notify.resourcesChanged();
    else modern.notify.resourceUpdated(change.uri);
  });
  const routes = new Hono();
  routes.all('/mcp', async ({ req: { raw } }) =>
    (await isLegacyRequest(raw, undefined, limit)) ? legacy.answer(raw) : modern.fetch(raw),
  );
  const server = await startLoopbackServer({
    routes,
    port,
    onFailure: (error) => log.error('A request of a client failed', {}, error),
  });
  return {
    port: server.port,
    address: `${server.address}mcp`,
    close: async () => {
      unsubscribe();
      await Promise.all([modern.close(), legacy.close()]);
      await server.close();
    },
  };
}

/** Notifies clients of the current revision of changes, and counts their subscriptions. */
function countingBus(changes: ResourceChanges): ServerEventBus {
  const bus = new InMemoryServerEventBus();
  return {
    publish: (event) => bus.publish(event),
    subscribe: (listener) => {
      const unsubscribe = bus.subscribe(listener);
      const release = changes.addSubscriber();
      return () => {
        unsubscribe();
        release();
      };
    },
  };
}
