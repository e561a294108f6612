import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync } from 'node:fs';
import { join } from 'node:path';

import { xdgFolder } from '@lexichord/platform/home-folder';

type Environment = Readonly<Record<string, string | undefined>>;

/** Permissions of everybody but the owner. */
const othersBits = 0o077n;

/**
 * The user's own folder for records and sockets of warm processes: outside every workspace, so that nothing in a clone
 * is ever taken for one. `undefined` where there is no home.
 */
export function warmFolder(environment: Environment): string | undefined {
  const cache = xdgFolder(environment, 'XDG_CACHE_HOME', '.cache');
  return cache === undefined ? undefined : join(cache, 'lexichord', 'warm');
}

/** @param workspaceRoot absolute, links resolved */
export function recordPath(folder: string, workspaceRoot: string): string {
  return join(folder, `${createHash('sha256').update(workspaceRoot).digest('hex').slice(0, 32)}.json`);
}

/**
 * Whether only this user can have made the file of a path, and no other user may open it: no link, of the kind that is
 * expected, owned by this user and closed to all others. On Windows, which has neither, the kind alone counts.
 */
export function isPrivate(
  path: string,
  kind: 'folder' | 'file' | 'socket',
  platform: NodeJS.Platform = process.platform,
): boolean {
  const stats = statsOf(path);
  if (stats === undefined) return false;
  const isExpected = { folder: stats.isDirectory(), file: stats.isFile(), socket: stats.isSocket() }[kind];
  if (platform === 'win32' || process.getuid === undefined) return isExpected;
  return isExpected && stats.uid === BigInt(process.getuid()) && (stats.mode & othersBits) === 0n;
}

/** `undefined` where there is nothing, and where nothing can be: below a file, or behind a folder that is closed. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}
