import { isSameSecret } from './server-secret.js';

/** Prefix that replaces the secret in a path, so that routes and logs never contain it. */
export const insidePrefix = '/inside';

/** Path of the secret without a slash at the end, which relative addresses of the page need. */
export const barePath = '/bare';

/** Prefix of every other path. */
export const outsidePrefix = '/outside';

/**
 * Maps the path of a request for routing: `/<secret>/` to `/inside`, `/<secret>/api/x` to `/inside/api/x`, anything
 * else to `/outside/…`. Compares the secret in constant time.
 */
export function routedPath(pathname: string, secret: string): string {
  const end = pathname.indexOf('/', 1);
  const given = end === -1 ? pathname.slice(1) : pathname.slice(1, end);
  if (!isSameSecret(given, secret)) return `${outsidePrefix}${pathname}`;
  if (end === -1) return barePath;
  const rest = pathname.slice(end);
  return rest === '/' ? insidePrefix : `${insidePrefix}${rest}`;
}

/** Whether the request has the secret. */
export function isInside(path: string): boolean {
  return path === barePath || path === insidePrefix || path.startsWith(`${insidePrefix}/`);
}
