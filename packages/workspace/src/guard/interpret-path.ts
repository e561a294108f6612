import { isAbsolute, resolve, sep, win32 } from 'node:path';

import { leavesForNetwork, namesStream, relativeInside } from '@lexichord/platform/internal';

/** Lexical classification of a path: inside the workspace, elsewhere, or denied. */
export type InterpretedPath =
  | { readonly kind: 'inside'; readonly relativePath: string }
  /** Absolute path outside of the workspace; it may still lead inside through a link. */
  | { readonly kind: 'elsewhere'; readonly absolutePath: string }
  | { readonly kind: 'denied'; readonly reason: string };

/** Reason for the denial of a path outside of the workspace. */
export const outsideReason = 'it lies outside the workspace; name a file inside it';

/**
 * Paths of plain names on every system, which need no resolution. Fast path: most paths are like this, and a listing
 * checks each.
 */
const plainPath = /^(?:[^./\\:\0][^/\\:\0]*\/)*[^./\\:\0][^/\\:\0]*\/?$/u;

/**
 * Classifies a path lexically, without access to the disk.
 *
 * `..` is resolved first, so `docs/../notes.md` is inside and `../../etc/passwd` is not. Where only `/` separates
 * names, a path that would escape by Windows' rules is denied as well, because it was written to escape.
 *
 * @param roots the root with links resolved, and as configured
 */
export function interpretPath(path: string, roots: readonly string[]): InterpretedPath {
  if (plainPath.test(path)) return { kind: 'inside', relativePath: path.endsWith('/') ? path.slice(0, -1) : path };
  if (path.includes('\0')) return { kind: 'denied', reason: 'it contains a NUL character, which no file name can' };
  if (sep === '/' && escapesOnWindows(path)) return { kind: 'denied', reason: outsideReason };
  if (namesStream(path)) return { kind: 'denied', reason: 'it names a stream of a file; name the file' };

  const root = roots[0] ?? '';
  if (isAbsolute(path)) {
    for (const folder of roots) {
      const relativePath = relativeInside(folder, resolve(path));
      if (relativePath !== undefined) return { kind: 'inside', relativePath };
    }
    if (leavesForNetwork(path, root)) return { kind: 'denied', reason: outsideReason };
    return { kind: 'elsewhere', absolutePath: resolve(path) };
  }

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
