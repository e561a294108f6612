import { closeSync, constants, fstatSync, openSync, realpathSync } from 'node:fs';
import type { IWorkspaceGuard } from '@lexichord/abstractions';
import { contentIdOf, fileIdOf, openedPath, relativeInside } from '@lexichord/platform/internal';

import { errnoOf, fileSystemError } from './file-system-errors.js';
import type { GuardedFile } from './workspace-files.js';

/** An open file, identical to the one that the guard checked. */
export interface OpenedFile {
  /** The caller closes it. */
  readonly descriptor: number;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** See {@link GuardedFile}, at the time of opening. */
  readonly contentId: string;
}

/**
 * Opens a checked file; `undefined` if it was replaced since the check: by a link, a pipe or another file, or because a
 * parent folder became a link. The caller checks again or gives up.
 *
 * A path can be exchanged repeatedly around its check, so the open file is checked in the end: if the system reports
 * its real path, the guard must allow that.
 *
 * Opening neither follows a link at the end of the path nor waits for the writer of a pipe. Synchronous: a call on
 * another thread costs ten times as much.
 */
export function openGuardedFile(file: GuardedFile, guard: IWorkspaceGuard): OpenedFile | undefined {
  let descriptor: number;
  try {
    // Both flags are missing on Windows, where links need a privilege and pipes have no file names.
    const flags: Partial<typeof constants> = constants;
    descriptor = openSync(file.absolutePath, constants.O_RDONLY | (flags.O_NOFOLLOW ?? 0) | (flags.O_NONBLOCK ?? 0));
  } catch (error) {
    if (errnoOf(error) === 'ELOOP') return undefined;
    throw fileSystemError(file.relativePath, error);
  }

  try {
    const stats = fstatSync(descriptor, { bigint: true });
    const isSameFile = stats.isFile() && fileIdOf(stats) === file.fileId;
    if (isSameFile && isStillAt(file.absolutePath) && isAllowed(descriptor, file, guard)) {
      const { size, mtimeMs } = stats;
      return { descriptor, sizeBytes: Number(size), modifiedMs: Number(mtimeMs), contentId: contentIdOf(stats) };
    }
  } catch (error) {
    closeSync(descriptor);
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw fileSystemError(file.relativePath, error);
  }
  closeSync(descriptor);
  return undefined;
}

/** Current {@link OpenedFile.contentId} of an open file; it differs if the file was written to since. */
export function contentIdNow(descriptor: number): string {
  return contentIdOf(fstatSync(descriptor, { bigint: true }));
}

/**
 * Whether the guard allows the real path of an open file. The checked path itself needs no second check; another
 * spelling on a case-insensitive file system does.
 */
function isAllowed(descriptor: number, { absolutePath }: GuardedFile, guard: IWorkspaceGuard): boolean {
  const path = openedPath(descriptor);
  if (path === undefined || path === absolutePath) return true;
  const inside = relativeInside(guard.root, path);
  return inside !== undefined && !guard.isDenied(inside);
}

function isStillAt(absolutePath: string): boolean {
  return realpathSync.native(absolutePath) === absolutePath;
}
