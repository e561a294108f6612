import { isAbsolute, relative, sep } from 'node:path';

import { withForwardSlashes } from './windows-paths.js';

/**
 * A path relative to a folder with forward slashes, or `undefined` when it is outside. Compares whole names:
 * `/work-evil` is not inside `/work`, but `/work/..notes` is. The folder itself is the empty string.
 *
 * @param folder absolute, as `path`
 */
export function relativeInside(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
  return withForwardSlashes(way);
}
