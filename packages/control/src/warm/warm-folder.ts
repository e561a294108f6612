import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync } from 'node:fs';
import { join } from 'node:path';

import { xdgFolder } from '@lexichord/platform/home-folder';

type Environment = Readonly<Record<string, string | undefined>>;

/** Permission bits of group and others. */
const othersBits = 0o077n;

/**
 * The user's own folder for records and sockets of warm processes, outside of every workspace, so that files of a clone
 * never count. `undefined` without a home folder.
 */
export function warmFolder(environment: Environment): string | undefined {
  const cache = xdgFolder(environment, 'XDG_CACHE_HOME', '.cache');
  return cache === undefined ? undefined : join(cache, 'lexichord', 'warm');
}

/** @param workspaceRoot absolute path, links resolved */
export function recordPath(folder: string, workspaceRoot: string): string {
  return join(folder, `${createHash('sha256').update(workspaceRoot).digest('hex').slice(0, 32)}.json`);
}

/**
 * Whether a path is of the given kind, no link, owned by this user and inaccessible to others. On Windows, which has no
 * such owners and permissions, only the kind counts.
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

/** `undefined` for a missing or inaccessible path. */
function statsOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}
