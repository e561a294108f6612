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

/** Far more than all viewers together need. */
const maxConnections = 512;

/** For a request's head; everybody who asks is on this machine. Who sends nothing must not keep others out. */
const headMs = 5_000;
/** For a whole request. Bodies come from this machine, too, and who sends one slowly must not keep others out either. */
const requestMs = 10_000;

/** Routes and port of a server. */
export interface LoopbackServerOptions {
  /** Routes below the secret: a route `/api/x` is answered at `/<secret>/api/x`. */
  readonly routes: Hono;
  /** `POST` routes that are reached without the secret, by their paths; `/health` is always one. */
  readonly openRoutes?: Hono | undefined;
  /** Default: any free one. */
  readonly port?: number | undefined;
  /** Whether a free port will do when `port` is taken. */
  readonly orFreePort?: boolean | undefined;
  /** Default: a fresh one. */
  readonly secret?: string | undefined;
  /** Origins that may show the pages in a frame; none by default. */
  readonly frameAncestors?: readonly string[] | undefined;
  readonly onRefused?: ((reason: RefusalReason) => void) | undefined;
  /** Most time that the head of a request may take, in milliseconds. Default 5,000. */
  readonly headersTimeoutMs?: number | undefined;
  /** Most time that a whole request may take to come, in milliseconds; not less than that of its head. Default 10,000. */
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
  /** Frees the port. Answers under way have half a second to end. */
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1 alone, behind the request guard.
 *
 * @throws {LexichordError} `io-failed` when the port is taken, `invalid-argument` for a frame ancestor that is none
 */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const { secret = makeSecret(), headersTimeoutMs = headMs, requestTimeoutMs = requestMs } = options;
  const { getRequestListener } = await import('@hono/node-server');
  const headers = responseHeaders(options.frameAncestors);
  let port = 0;
  const app = await outerApp(options, { secret, port: () => port });
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    // A request so odd that it cannot be read, such as one without a host.
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
  // Addresses in the page are relative to the folder.
  app.get(barePath, (context) => context.redirect(`/${secret}/`, 308));
  app.route(insidePrefix, routes);
  if (openRoutes !== undefined) app.route(outsidePrefix, openRoutes);
  app.notFound(() => errorAnswer(404, { code: ErrorCode.notFound, message: 'Not found.' }));
  app.onError((error, { req }) => {
    // A request that fails because its caller has gone is not reported.
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

/** The port it listens on in the end. */
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
