import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { PathDeniedError } from '@lexichord/abstractions';
import { relativeInside } from '@lexichord/platform/internal';

/**
 * Refuses a folder that lies outside another once links are resolved: a cloned repository may hold a link in place of
 * the folder that tables are written to.
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
 * The path with its links resolved, as far down as it exists; `undefined` for a link to nothing, which would be followed
 * when the folder is made.
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
