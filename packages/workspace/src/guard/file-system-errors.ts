import { types } from 'node:util';
import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { displayPath } from './display-path.js';

/** Code of a system error, such as `ENOENT`; `undefined` for other errors. */
export function errnoOf(error: unknown): string | undefined {
  // Not `instanceof`: in a test's realm or a worker the system's errors are of another class `Error`.
  if (!types.isNativeError(error) || !('syscall' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Translates an error of the file system for the user.
 *
 * @param path path as given by the user
 */
export function fileSystemError(path: string, cause: unknown): LexichordError {
  const shown = displayPath(path);
  const errno = errnoOf(cause) ?? 'unknown';
  const details = { path: shown, reason: errno };
  switch (errno) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new LexichordError(
        ErrorCode.notFound,
        `"${shown}" does not exist in the workspace. Search for a part of its name, which finds it.`,
        { details, cause },
      );
    case 'ELOOP':
    case 'ENAMETOOLONG':
      return new LexichordError(
        ErrorCode.invalidArgument,
        `"${shown}" cannot be followed (${errno}): its name is too long or its links form a loop. Give another file.`,
        { details, cause },
      );
    default:
      return new LexichordError(
        ErrorCode.ioFailed,
        `"${shown}" could not be read (${errno}). Check that the file is readable and try again.`,
        { details, cause },
      );
  }
}
