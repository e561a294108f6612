import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';

import { PathDeniedError } from '@lexichord/abstractions';

/**
 * Refuses a folder that lies outside another once links are resolved: a cloned repository may hold a link in place of
 * the folder that tables are written to.
 *
 * @throws {PathDeniedError}
 */
export async function requireConfined(folder: string, confineTo: string): Promise<void> {
  const root = await resolveLinks(confineTo);
  const target = await resolveLinks(folder);
  const way = target === undefined || root === undefined ? '..' : relative(root, target);
  if (way === '..' || way.startsWith(`..${sep}`) || way === target) {
    throw new PathDeniedError(folder, 'a link leads the storage folder out of the workspace');
  }
}

/** A table is a folder with folders of data, versions and indexes. */
const tableDepth = 2;

/**
 * Refuses a folder of tables in which anything is a link: nothing of ours is, so it leads where somebody else wants to.
 *
 * @throws {PathDeniedError}
 */
export async function requireNoLinks(folder: string, depth = tableDepth): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.some((entry) => entry.isSymbolicLink())) {
    throw new PathDeniedError(folder, 'it holds a link, which the store never makes');
  }
  if (depth <= 1) return;
  for (const entry of entries) if (entry.isDirectory()) await requireNoLinks(join(folder, entry.name), depth - 1);
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
