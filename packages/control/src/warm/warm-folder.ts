import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';

import { homeFolder } from '@lexichord/platform/home-folder';

type Environment = Readonly<Record<string, string | undefined>>;

/** Permissions of everybody but the owner. */
const othersBits = 0o077;

/**
 * The user's own folder for records and sockets of warm processes: outside every workspace, so that nothing in a clone
 * is ever taken for one. `undefined` where there is no home.
 */
export function warmFolder(environment: Environment): string | undefined {
  const { XDG_CACHE_HOME: named } = environment;
  if (named !== undefined && named !== '') return join(named, 'lexichord', 'warm');
  const home = homeFolder(environment);
  return home === undefined ? undefined : join(home, '.cache', 'lexichord', 'warm');
}

/** @param workspaceRoot absolute, links resolved */
export function recordPath(folder: string, workspaceRoot: string): string {
  return join(folder, `${createHash('sha256').update(workspaceRoot).digest('hex').slice(0, 32)}.json`);
}

/**
 * Whether only this user can have put there what a path names, and nobody else may open it: no link, of the kind that is
 * expected, owned by this user and closed to all others. On Windows, which has neither, the kind alone counts.
 */
export function isPrivate(path: string, kind: 'folder' | 'file' | 'socket'): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  const isExpected = { folder: stats.isDirectory(), file: stats.isFile(), socket: stats.isSocket() }[kind];
  if (process.getuid === undefined) return isExpected;
  return isExpected && stats.uid === process.getuid() && (stats.mode & othersBits) === 0;
}
