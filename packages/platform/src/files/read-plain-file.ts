import { type Stats, constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { ignoreMissing } from './ignore-missing.js';

/** A file of our own, as it was read. */
export interface PlainFile {
  readonly bytes: Buffer;
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number;
  /** Whether it is this user's, and no other user may read or write it. Always true on Windows, which has no modes. */
  readonly isPrivate: boolean;
}

/**
 * A file that Lexichord wrote, from a folder that may be hostile: nothing is read through a link,
 * and a pipe or a device in the file's place is not waited for. `undefined` when nothing is there.
 *
 * @throws {LexichordError} `io-failed` for anything but a plain file of at most `maxBytes`; the errors of the system
 */
export async function readPlainFile(path: string, maxBytes: number): Promise<PlainFile | undefined> {
  const found = await lstat(path).catch(ignoreMissing);
  if (found === undefined) return undefined;
  if (!found.isFile() || found.size > maxBytes) throw notPlain(maxBytes);
  // Another file may have replaced it meanwhile. Both flags are missing on Windows and then count as 0.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxBytes) throw notPlain(maxBytes);
    return { bytes: await file.readFile(), modifiedMs: stats.mtimeMs, isPrivate: isPrivate(stats) };
  } finally {
    await file.close();
  }
}

function isPrivate({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
}

function notPlain(maxBytes: number): LexichordError {
  return new LexichordError(ErrorCode.ioFailed, `It is not a regular file of at most ${maxBytes} bytes.`, {
    details: { maxBytes },
  });
}
