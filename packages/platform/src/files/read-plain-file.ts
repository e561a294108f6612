import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFile,
  readFileSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { ignoreMissing } from './ignore-missing.js';

/** Maximum size of a file that is read on the calling thread: another one costs more than reading cached data. */
const maxBytesAtOnce = 262_144;

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
  try {
    requirePlain(lstatSync(path, { bigint: true }), maxBytes);
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException);
    return undefined;
  }
  // Another file may have replaced it meanwhile. Both flags are missing on Windows and then count as 0.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    requirePlain(stats, maxBytes);
    const bytes = stats.size <= maxBytesAtOnce ? readFileSync(descriptor) : await promisify(readFile)(descriptor);
    const modifiedMs = Number(stats.mtimeMs) + Number(stats.mtimeNs % 1_000_000n) / 1e6;
    return { bytes, modifiedMs, isPrivate: isPrivate(stats) };
  } finally {
    closeSync(descriptor);
  }
}

function isPrivate({ uid, mode }: BigIntStats): boolean {
  return process.getuid === undefined || (Number(uid) === process.getuid() && (Number(mode) & 0o077) === 0);
}

function requirePlain(stats: BigIntStats, maxBytes: number): void {
  if (stats.isFile() && stats.size <= maxBytes) return;
  throw new LexichordError(ErrorCode.ioFailed, `It is not a regular file of at most ${maxBytes} bytes.`, {
    details: { maxBytes },
  });
}
