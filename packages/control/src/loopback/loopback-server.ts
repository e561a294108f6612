import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';
import type { Hono } from 'hono';

import { answerToError, errorAnswer } from './error-answer.js';
import { OpenConnections } from './open-connections.js';
import { type RefusalReason, requestGuard } from './request-guard.js';
import { responseHeaders } from './response-headers.js';
import { barePath, insidePrefix, outsidePrefix, routedPath } from './secret-path.js';
import { makeSecret } from './server-secret.js';

/** Maximum number of connections; viewers need far fewer. */
const maxConnections = 512;

/** Time limit for a request's head. A silent client must not block a connection. */
const headMs = 5_000;
/** Time limit for a whole request. All clients are on this machine; a slow one must not block a connection. */
const requestMs = 10_000;

/** Routes and port of a server. */
export interface LoopbackServerOptions {
  /** Routes below the secret: route `/api/x` is served at `/<secret>/api/x`. */
  readonly routes: Hono;
  /** `POST` routes that need no secret; `GET /health` is always one. */
  readonly openRoutes?: Hono | undefined;
  /** Default: any free port. */
  readonly port?: number | undefined;
  /** Whether any free port is used if `port` is taken. */
  readonly orFreePort?: boolean | undefined;
  /** Default: a new random one. */
  readonly secret?: string | undefined;
  /** Origins that may show the pages in a frame; none by default. */
  readonly frameAncestors?: readonly string[] | undefined;
  readonly onRefused?: ((reason: RefusalReason) => void) | undefined;
  /** Maximum time for the head of a request, in milliseconds. Default: 5,000. */
  readonly headersTimeoutMs?: number | undefined;
  /** Maximum time for receiving a whole request, in milliseconds, at least that of its head. Default: 10,000. */
  readonly requestTimeoutMs?: number | undefined;
  /** Receives an unexpected error of a route. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** A running server on the loopback interface. */
export interface LoopbackServer {
  readonly port: number;
  readonly secret: string;
  /** `http://127.0.0.1:<port>/<secret>/`. It grants full access, so it is never logged. */
  readonly address: string;
  /** Frees the port. Running answers have half a second to end. */
  close(): Promise<void>;
}

/**
 * Starts a server on 127.0.0.1 only, behind the request guard.
 *
 * @throws {LexichordError} `io-failed` when the port is taken, `invalid-argument` for an invalid frame ancestor
 */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const { secret = makeSecret(), headersTimeoutMs = headMs, requestTimeoutMs = requestMs } = options;
  const { getRequestListener } = await import('@hono/node-server');
  const headers = responseHeaders(options.frameAncestors);
  let port = 0;
  const app = await outerApp(options, { secret, port: () => port });
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    // For a malformed request, such as one without a host.
    errorHandler: () => {
      const answer = errorAnswer(421, { code: 'forbidden', message: 'The request cannot be read.' });
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
      return answer;
    },
  });
  const limits = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs),
  };
  const server = createServer(
    { requireHostHeader: false, ...limits },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  server.maxConnections = maxConnections;
  const connections = new OpenConnections(server);
  port = await listen(server, options);
  return {
    port,
    secret,
    address: `http://127.0.0.1:${port}/${secret}/`,
    close: () => connections.close(),
  };
}

async function outerApp(
  { routes, openRoutes, frameAncestors, onRefused, onFailure }: LoopbackServerOptions,
  { secret, port }: { readonly secret: string; readonly port: () => number },
): Promise<Hono> {
  const { Hono: HonoApp } = await import('hono');
  const { methodNotAllowed } = await import('hono/method-not-allowed');
  const openPaths = ['/health', ...(openRoutes?.routes.map(({ path }) => path) ?? [])];
  const app = new HonoApp({ getPath: ({ url }) => routedPath(new URL(url).pathname, secret) });
  app.use(requestGuard({ port, openPaths, frameAncestors, onRefused }));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: (_context, methods) => wrongMethod(methods) }));
  app.get(`${outsidePrefix}/health`, (context) => context.json({ status: 'ok' }));
  // Relative addresses in the page need the slash at the end.
  app.get(barePath, (context) => context.redirect(`/${secret}/`, 308));
  app.route(insidePrefix, routes);
  if (openRoutes !== undefined) app.route(outsidePrefix, openRoutes);
  app.notFound(() => errorAnswer(404, { code: ErrorCode.notFound, message: 'Not found.' }));
  app.onError((error, { req }) => {
    // Failures after the client has disconnected are not reported.
    if (!isForeseen(error) && !req.raw.signal.aborted) onFailure?.(error);
    return answerToError(error);
  });
  return app;
}

function isForeseen(error: unknown): boolean {
  return isLexichordError(error) && error.code !== ErrorCode.internal;
}

function wrongMethod(methods: readonly string[]): Response {
  const allowed = methods.join(', ');
  const answer = errorAnswer(405, { code: ErrorCode.invalidArgument, message: `Only ${allowed} is allowed here.` });
  answer.headers.set('Allow', allowed);
  return answer;
}

/** Starts to listen. @returns the port */
async function listen(server: Server, { port = 0, orFreePort = false }: LoopbackServerOptions): Promise<number> {
  try {
    await listenOn(server, port);
  } catch (cause) {
    if (!orFreePort || port === 0) throw portTaken(port, cause);
    await listenOn(server, 0);
  }
  return (server.address() as AddressInfo).port;
}

async function listenOn(server: Server, port: number): Promise<void> {
  server.listen({ host: '127.0.0.1', port, exclusive: true });
  await once(server, 'listening');
}

function portTaken(port: number, cause: unknown): LexichordError {
  const message = `Port ${port} of the loopback interface is not available: another program may be using it. Give another port with --port, or leave it out.`;
  return new LexichordError(ErrorCode.ioFailed, message, { details: { port }, cause });
}
