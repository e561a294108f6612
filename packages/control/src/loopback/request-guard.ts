import { ErrorCode } from '@lexichord/abstractions';
import type { Context, MiddlewareHandler } from 'hono';

import { errorAnswer } from './error-answer.js';
import { responseHeaders } from './response-headers.js';
import { isInside, outsidePrefix } from './secret-path.js';

/** Reasons for rejecting a request. */
export const refusalReasons = ['host', 'cross-site', 'origin', 'secret', 'content-type', 'method', 'size'] as const;

/** One of {@link refusalReasons}. */
export type RefusalReason = (typeof refusalReasons)[number];

/** The server that a guard protects. */
export interface GuardOptions {
  readonly port: () => number;
  /** Paths without the secret, such as `/health`. */
  readonly openPaths: readonly string[];
  readonly frameAncestors?: readonly string[] | undefined;
  readonly onRefused?: ((reason: RefusalReason) => void) | undefined;
}

/** Reasons by the status of a route's answer. */
const reasonByStatus: Readonly<Record<number, RefusalReason>> = { 405: 'method', 413: 'size' };

interface Refusal {
  readonly reason: RefusalReason;
  readonly status: number;
  readonly message: string;
}

/**
 * Middleware that accepts a request only with one of the server's own host names (against DNS rebinding), from no page
 * or the panel's own page, and with the secret. Adds the headers to every answer.
 */
export function requestGuard(options: GuardOptions): MiddlewareHandler {
  const headers = Object.entries(responseHeaders(options.frameAncestors));
  return async (context, next) => {
    const refusal = refusalOf(context, options);
    if (refusal === undefined) {
      await next();
      const reason = reasonByStatus[context.res.status];
      if (reason !== undefined) options.onRefused?.(reason);
    } else {
      options.onRefused?.(refusal.reason);
      const code = refusal.status === 415 ? ErrorCode.invalidArgument : 'forbidden';
      context.res = errorAnswer(refusal.status, { code, message: refusal.message });
    }
    for (const [name, value] of headers) context.res.headers.set(name, value);
  };
}

function refusalOf(context: Context, options: GuardOptions): Refusal | undefined {
  const host = context.req.header('host')?.toLowerCase() ?? '';
  if (!ownHosts(options.port()).includes(host)) {
    const message = `This server is only available as 127.0.0.1:${options.port()}.`;
    return { reason: 'host', status: 421, message };
  }
  if (!isFromOwnSite(context, options)) {
    const message =
      'Requests from other pages are refused. Open the address that "lexichord preview" printed directly.';
    return { reason: 'cross-site', status: 403, message };
  }
  const origin = context.req.header('origin');
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`) {
    return { reason: 'origin', status: 403, message: 'Requests from other pages are refused.' };
  }
  const { path } = context.req;
  if (!isInside(path) && !options.openPaths.some((open) => path === `${outsidePrefix}${open}`)) {
    const message =
      'The secret in the address is missing or outdated. Use the address that "lexichord preview" or "lexichord mcp --http" printed last.';
    return { reason: 'secret', status: 403, message };
  }
  if (bringsSomething(context.req.method) && !isJson(context.req.header('content-type'))) {
    const message = 'The body must be JSON, with the content type "application/json".';
    return { reason: 'content-type', status: 415, message };
  }
  return undefined;
}

function ownHosts(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}

/** Whether a request comes from the own page or from no page. Only browsers send the header. */
function isFromOwnSite({ req }: Context, { frameAncestors = [] }: GuardOptions): boolean {
  const site = req.header('sec-fetch-site');
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  // The page in a frame of a host is requested from the host's site; the content policy limits the hosts.
  const isFrame = req.header('sec-fetch-mode') === 'navigate' && req.header('sec-fetch-dest') === 'iframe';
  return frameAncestors.length > 0 && isFrame && req.method === 'GET';
}

/** Whether requests with this method need a content type; for others, browsers protect against other sites. */
function bringsSomething(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'DELETE';
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json(?:\s*;\s*charset=utf-8)?\s*$/iu.test(contentType ?? '');
}
