import { type Stats, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

import { ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';

import type { InputJudge } from './judge-input.js';
import { openedPath } from './opened-path.js';

/** An open file named by the user. */
export interface OpenedInput {
  /** The caller closes it. */
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/**
 * Opens a regular file that the user named. A named pipe or a device is not waited for: a read hangs until
 * there is a writer, and no signal ends a read that the system does not give back.
 *
 * @param judge receives the open file, on systems that report its real path
 * @throws the errors of the file system; an error with the code `EISDIR` for a folder, `ENXIO` for a special file, as
 * opening a socket does; the errors of `judge`
 */
export async function openInputFile(path: string, judge?: InputJudge): Promise<OpenedInput> {
  // Missing on Windows, and then counted as 0.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const opened = openedPath(handle.fd);
    if (opened !== undefined) judge?.(opened);
    const stats = await handle.stat();
    if (!stats.isFile()) {
      throw Object.assign(new TypeError('It is no file.'), { code: stats.isDirectory() ? 'EISDIR' : 'ENXIO' });
    }
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * The error for a file named by the user that cannot be read.
 *
 * @param label the file as it is named in a sentence
 */
export function readFailure(label: string, cause: unknown): LexichordError {
  if (isLexichordError(cause)) return cause;
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new LexichordError(ErrorCode.notFound, `${label} does not exist. Check the name and the folder.`, { cause });
  }
  if (code === 'EISDIR') {
    return new LexichordError(ErrorCode.invalidArgument, `${label} is a folder. Name a text file.`, { cause });
  }
  if (code === 'ENXIO') {
    const problem = `${label} is a pipe, a device or a socket. Write its output to a file, and give that file.`;
    return new LexichordError(ErrorCode.invalidArgument, problem, { cause });
  }
  return new LexichordError(ErrorCode.ioFailed, `${label} cannot be read (${code ?? 'unknown reason'}).`, { cause });
}
