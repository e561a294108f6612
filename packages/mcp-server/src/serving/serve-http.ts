import { type ILexichordRuntime, ILogger } from '@lexichord/abstractions';

import { createServer } from './create-server.js';
import { type HttpServer, serveOverHttp } from './serve-over-http.js';
import { type McpServerOptions, serveWorkspace } from './served-workspace.js';

/** Options of a server on the loopback interface. */
export interface HttpServerOptions extends McpServerOptions {
  /** Default: any free port. */
  readonly port?: number | undefined;
}

/**
 * Serves a workspace to any number of clients by the Model Context Protocol over Streamable HTTP, only on 127.0.0.1,
 * with the same checks of host, origin and secret as the context preview.
 *
 * @throws {LexichordError} `io-failed` when the port is taken
 */
export async function startHttpServer(
  runtime: ILexichordRuntime,
  options: HttpServerOptions = {},
): Promise<HttpServer> {
  const workspace = serveWorkspace(runtime, options);
  const server = await serveOverHttp({
    createServer: (purpose) => createServer(workspace, purpose),
    changes: workspace.changes,
    log: runtime.resolve(ILogger).forSource('McpServer'),
    port: options.port,
  });
  const unfollow = workspace.stores.start();
  const close = (): Promise<void> => {
    unfollow();
    return server.close();
  };
  return { ...server, close };
}
