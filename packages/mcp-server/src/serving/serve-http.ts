import { type ILexichordRuntime, ILogger } from '@lexichord/abstractions';
import { startLoopbackServer } from '@lexichord/control/server';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { Hono } from 'hono';

import { createServer } from './create-server.js';
import { ClientSessions } from './client-sessions.js';
import { maxMessageBytes } from './message-limit.js';
import { type McpServerOptions, serveWorkspace } from './served-workspace.js';

/** Options of a server on the loopback interface. */
export interface HttpServerOptions extends McpServerOptions {
  /** Default: any free one. */
  readonly port?: number | undefined;
}

/** A server on the loopback interface that is there. */
export interface HttpServer {
  readonly port: number;
  /** `http://127.0.0.1:<port>/<secret>/mcp`. Whoever has it can call every tool: never for a log. */
  readonly address: string;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

/**
 * Serves a workspace to any number of clients by the Model Context Protocol over Streamable HTTP, on 127.0.0.1 alone and
 * behind the checks of host, origin and secret that the context preview has.
 *
 * @throws {LexichordError} `io-failed` when the port is taken
 */
export async function startHttpServer(
  runtime: ILexichordRuntime,
  options: HttpServerOptions = {},
): Promise<HttpServer> {
  const log = runtime.resolve(ILogger).forSource('McpServer');
  const workspace = serveWorkspace(runtime, options);
  const onerror = (error: Error): void =>
    log.warn('A request of a client could not be dealt with', { reason: error.name });
  const limit = { maxRequestBodySize: maxMessageBytes };
  const modern = createMcpHandler(({ era }) => createServer(workspace, { era, isLasting: false }), {
    ...{ legacy: 'reject', onerror },
    ...limit,
  });
  const legacy = new ClientSessions(() => createServer(workspace, { era: 'legacy', isLasting: true }));
  const unsubscribe = workspace.changes.subscribe((change) => {
    if (change === 'list') modern.notify.resourcesChanged();
    else modern.notify.resourceUpdated(change.uri);
  });
  const routes = new Hono();
  routes.all('/mcp', async ({ req: { raw } }) =>
    (await isLegacyRequest(raw, undefined, limit)) ? legacy.answer(raw) : modern.fetch(raw),
  );
  const server = await startLoopbackServer({
    routes,
    port: options.port,
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
