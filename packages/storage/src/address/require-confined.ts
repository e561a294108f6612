import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { PathDeniedError } from '@lexichord/abstractions';
import { relativeInside } from '@lexichord/platform/internal';

/**
 * Refuses a folder that lies outside another once links are resolved: a cloned repository may hold a link in place of
 * the folder that tables are written to.
 *
 * @throws {PathDeniedError}
 */
export async function requireConfined(folder: string, confineTo: string): Promise<void> {
  const root = await resolveLinks(confineTo);
  const target = await resolveLinks(folder);
  if (target === undefined || root === undefined || relativeInside(root, target) === undefined) {
    throw new PathDeniedError(folder, 'the storage folder is a link to a folder outside the workspace');
  }
}

/**
 * The path with its links resolved, as far down as it exists; `undefined` for a link to nothing, which would be followed
 * when the folder is made.
 */
async function resolveLinks(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    if (await isLink(path)) return undefined;
    const above = await resolveLinks(parent);
    return above === undefined ? undefined : join(above, basename(path));
  }
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );
}
