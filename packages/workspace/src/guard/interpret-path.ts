import { isAbsolute, resolve, sep, win32 } from 'node:path';

import { relativeInside } from '@lexichord/platform/internal';

/** A path that stays inside the workspace by its letters, or why it does not. */
export type InterpretedPath =
  | { readonly kind: 'inside'; readonly relativePath: string }
  /** Absolute and elsewhere by its letters; it may still lead inside through a link. */
  | { readonly kind: 'elsewhere'; readonly absolutePath: string }
  | { readonly kind: 'denied'; readonly reason: string };

/** Why a path that leaves the workspace is refused. */
export const outsideReason = 'it lies outside the workspace; name a file inside it';

/**
 * Names that no system reads as anything but names: nothing to resolve. Most paths are like this, and a listing asks for
 * each.
 */
const plainPath = /^(?:[^./\\:\0][^/\\:\0]*\/)*[^./\\:\0][^/\\:\0]*\/?$/u;

/**
 * Reads a path by its letters alone, without the disk.
 *
 * `..` is resolved first, so `docs/../notes.md` is inside and `../../etc/passwd` is not. Where the system separates
 * names by `/` only, a path that would escape by Windows' rules is refused as well: it was written to escape.
 *
 * @param roots the root with links resolved, and as it was configured
 */
export function interpretPath(path: string, roots: readonly string[]): InterpretedPath {
  if (plainPath.test(path)) return { kind: 'inside', relativePath: path.endsWith('/') ? path.slice(0, -1) : path };
  if (path.includes('\0')) return { kind: 'denied', reason: 'it contains a NUL character, which no file name can' };
  if (sep === '/' && escapesOnWindows(path)) return { kind: 'denied', reason: outsideReason };

  if (isAbsolute(path)) {
    for (const root of roots) {
      const relativePath = relativeInside(root, resolve(path));
      if (relativePath !== undefined) return { kind: 'inside', relativePath };
    }
    return { kind: 'elsewhere', absolutePath: resolve(path) };
  }

  const root = roots[0] ?? '';
  const relativePath = relativeInside(root, resolve(root, path));
  return relativePath === undefined ? { kind: 'denied', reason: outsideReason } : { kind: 'inside', relativePath };
}

function escapesOnWindows(path: string): boolean {
  if (/^[a-z]:[/\\]/iu.test(path)) return true;
  if (!path.includes('\\')) return false;
  if (path.startsWith('\\')) return true;
  const normalized = win32.normalize(path.replace(/^\/+/u, ''));
  return normalized === '..' || normalized.startsWith('..\\');
}
