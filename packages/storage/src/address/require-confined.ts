import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { PathDeniedError } from '@lexichord/abstractions';
import { relativeInside } from '@lexichord/platform/internal';

/**
 * Rejects a folder that is outside another one after links are resolved: a cloned repository may contain a link instead
 * of the folder of tables.
 *
 * @throws {PathDeniedError}
 */
export function requireConfined(folder: string, confineTo: string): void {
  const root = resolveLinks(confineTo);
  const target = resolveLinks(folder);
  if (target === undefined || root === undefined || relativeInside(root, target) === undefined) {
    throw new PathDeniedError(folder, 'the storage folder is a link to a folder outside the workspace');
  }
}

/**
 * Resolves the links of a path, as far as it exists; `undefined` for a dangling link, which creating the folder would
 * follow.
 */
function resolveLinks(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    if (lstatSync(path, { bigint: true, throwIfNoEntry: false })?.isSymbolicLink() === true) return undefined;
    const above = resolveLinks(parent);
    return above === undefined ? undefined : join(above, basename(path));
  }
}
