import { closeSync } from 'node:fs';
import { type CallOptions, ErrorCode, LexichordError } from '@lexichord/abstractions';

import { displayPath } from './display-path.js';
import { errnoOf, fileSystemError } from './file-system-errors.js';
import { openGuardedFile, type OpenedFile } from './open-guarded-file.js';
import type { GuardedFile, IWorkspaceFiles } from './workspace-files.js';

/** Maximum number of attempts for a file that is replaced while it is read. */
const maxAttempts = 3;

/** A file to use, and its maximum size. */
export interface FileUse extends CallOptions {
  /** Path for the guard's check. */
  readonly path: string;
  /** In bytes; `Infinity` allows any size. */
  readonly maxSizeBytes: number;
}

/**
 * Checks and uses a file; repeats both if it was replaced in between, as by editors that save by renaming, or changed.
 *
 * @param use returns `undefined` if the checked file was replaced or changed
 * @throws the errors of `IWorkspaceGuard.check`; {LexichordError} `io-failed` for a file that keeps changing
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
 * Opens a checked file for the duration of its use; `undefined` if it was replaced.
 *
 * @throws {LexichordError} `not-found`, `io-failed`; the errors of `use`
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
