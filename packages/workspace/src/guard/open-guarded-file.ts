import { closeSync, constants, fstatSync, openSync, realpathSync } from 'node:fs';
import type { IWorkspaceGuard } from '@lexichord/abstractions';
import { openedPath, relativeInside } from '@lexichord/platform/internal';

import { errnoOf, fileSystemError } from './file-system-errors.js';
import type { GuardedFile } from './workspace-files.js';
import { contentIdOf, fileIdOf } from './workspace-guard.js';

/** An open file that is the one the guard checked. */
export interface OpenedFile {
  /** To be closed by the caller. */
  readonly descriptor: number;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** As in {@link GuardedFile}, at the time it was opened. */
  readonly contentId: string;
}

/**
 * Opens what the guard checked, or gives `undefined` when something else has taken its place in between: a link, a
 * pipe, another file, or a folder on the way there that became a link. The caller checks again or gives up.
 *
 * A path can be exchanged, checked while it is what it should be, and exchanged again. So what is judged in the end is
 * the open file: where the system says its real path, that must be one that the guard allows.
 *
 * Opening neither follows a link at the end of the path nor waits for the writer of a pipe. It is done on this thread: to
 * ask another one costs ten times as much.
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

/** {@link OpenedFile.contentId} of an open file at this moment: another value shows that it was written to since. */
export function contentIdNow(descriptor: number): string {
  return contentIdOf(fstatSync(descriptor, { bigint: true }));
}

/**
 * The path that the check has passed needs no second judgement. Another spelling of it, where the file system knows no
 * case, does.
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
