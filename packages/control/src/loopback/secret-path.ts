import { isSameSecret } from './server-secret.js';

/** Prefix of a path below the secret, from which the secret was removed: routes and logs never see it. */
export const insidePrefix = '/inside';

/** The secret without the slash behind it: not yet the folder that the page's own addresses count from. */
export const barePath = '/bare';

/** Prefix of every other path. */
export const outsidePrefix = '/outside';

/**
 * The path that a request is routed by: `/<secret>/` is `/inside`, `/<secret>/api/x` is `/inside/api/x`, anything else
 * `/outside/…`. The secret is compared in constant time.
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
