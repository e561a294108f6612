import { closeSync } from 'node:fs';
import { type CallOptions, ErrorCode, LexichordError } from '@lexichord/abstractions';

import { displayPath } from './display-path.js';
import { errnoOf, fileSystemError } from './file-system-errors.js';
import { openGuardedFile, type OpenedFile } from './open-guarded-file.js';
import type { GuardedFile, IWorkspaceFiles } from './workspace-files.js';

/** How often a file that keeps being replaced while it is read is tried. */
const maxAttempts = 3;

/** Which file, and how large it may be. */
export interface FileUse extends CallOptions {
  /** As a caller of the guard gives it. */
  readonly path: string;
  /** In bytes; any size passes when it is `Infinity`. */
  readonly maxSizeBytes: number;
}

/**
 * Checks and uses a file; again when it was replaced in between, as editors that save by renaming do, or changed.
 *
 * @param use returns `undefined` if the checked file is not there any more
 * @throws what `IWorkspaceGuard.check` throws; {LexichordError} `io-failed` for a file that is never at rest
 */
export async function withCheckedFile<T>(
  files: IWorkspaceFiles,
  { path, ...options }: FileUse,
  use: (file: GuardedFile) => Promise<T | undefined>,
): Promise<T> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const result = await use(await files.checkFile(path, options));
    if (result !== undefined) return result;
  }
  throw new LexichordError(
    ErrorCode.ioFailed,
    `"${displayPath(path)}" was changed each of the ${maxAttempts} times it was read. Try again when nothing writes to it.`,
    { details: { path: displayPath(path) } },
  );
}

/**
 * Opens a checked file for the time of its use; `undefined` when another file has replaced it.
 *
 * @throws {LexichordError} `not-found`, `io-failed`; what `use` throws
 */
export async function useGuardedFile<T>(
  files: IWorkspaceFiles,
  file: GuardedFile,
  use: (opened: OpenedFile) => Promise<T | undefined>,
): Promise<T | undefined> {
  const opened = openGuardedFile(file, files);
  if (opened === undefined) return undefined;
  try {
    return await use(opened);
  } catch (error) {
    if (errnoOf(error) !== undefined) throw fileSystemError(file.relativePath, error);
    throw error;
  } finally {
    closeSync(opened.descriptor);
  }
}
