import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { PathDeniedError } from '@lexichord/abstractions';
import { relativeInside } from '@lexichord/platform/internal';

import { ifThere } from './if-there.js';

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
  const resolved = ifThere(() => realpathSync.native(path));
  if (resolved !== undefined) return resolved;
  const parent = dirname(path);
  if (parent === path || ifThere(() => lstatSync(path, { bigint: true }))?.isSymbolicLink() === true) return undefined;
  const above = resolveLinks(parent);
  return above === undefined ? undefined : join(above, basename(path));
}
