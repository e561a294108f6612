import { isAbsolute, posix, relative, sep } from 'node:path';

/**
 * Whether a path was looked at when these paths were listed.
 *
 * @param paths files and folders, relative to the root or absolute in it; absent: everything
 */
export function scopeOf(paths: readonly string[] | undefined, root: string): (path: string) => boolean {
  if (paths === undefined) return () => true;
  const scopes = paths.map((path) => {
    const inside = isAbsolute(path) ? relative(root, path).replaceAll(sep, '/') : path;
    return posix.normalize(inside).replace(/^\.?\/+|\/+$/gu, '');
  });
  if (scopes.some((scope) => scope === '' || scope === '.')) return () => true;
  return (path) => scopes.some((scope) => path === scope || path.startsWith(`${scope}/`));
}
