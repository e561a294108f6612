import { lstat, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { flushFolderAndAbove, isOwnFile, replaceFile } from '@lexichord/platform/internal';

import type { Origin } from './origin.js';

/**
 * The user's own records of the folders of state that they made, one file for each nonce: `origins/<nonce>` in the
 * user's state folder.
 */
export class OriginRecords {
  /** @param folders where they may be, the preferred one first */
  constructor(private readonly folders: readonly string[]) {}

  /** A record that another user could have made does not count. */
  async has(nonce: string): Promise<boolean> {
    for (const folder of this.folders) {
      if ((await isPrivate(folder)) && (await isOwn(recordPath(folder, nonce)))) return true;
    }
    return false;
  }

  /**
   * Remembers an origin. When it returns, the record is on the disk.
   *
   * @param folder of state, for a person who reads the record
   * @throws {LexichordError} `io-failed` when no folder can be written to
   */
  async add({ nonce }: Origin, folder: string): Promise<void> {
    const failures: unknown[] = [];
    for (const recordFolder of this.folders) {
      try {
        // For this user alone, whatever the process usually gives to its group.
        await mkdir(join(recordFolder, 'origins'), { recursive: true, mode: 0o700 });
        await replaceFile(recordPath(recordFolder, nonce), [`${JSON.stringify({ folder })}\n`], { isPrivate: true });
        await flushFolderAndAbove(join(recordFolder, 'origins'));
        if (await isPrivate(recordFolder)) return;
      } catch (error) {
        failures.push(error);
      }
    }
    const [cause] = failures;
    const { code = 'unknown reason' } = (cause ?? {}) as NodeJS.ErrnoException;
    const folders = this.folders.map((path) => `"${path}"`).join(', ');
    throw new LexichordError(
      ErrorCode.ioFailed,
      `Lexichord cannot record that the state is yours: none of ${folders} is writable (${code}). Check permissions and free space, or set XDG_STATE_HOME to a folder of yours.`,
      { details: { folders: this.folders, reason: code }, cause },
    );
  }
}

function recordPath(folder: string, nonce: string): string {
  return join(folder, 'origins', nonce);
}

/** Whether no other user can put a record there. */
async function isPrivate(folder: string): Promise<boolean> {
  return (await isOwn(folder)) && isOwn(join(folder, 'origins'));
}

/** Whether something is this user's, with what it links to, and others cannot write to it. */
async function isOwn(path: string): Promise<boolean> {
  try {
    const [named, linked] = [await lstat(path), await stat(path)];
    const isWritableByOthers = process.getuid !== undefined && (linked.mode & 0o022) !== 0;
    return isOwnFile(named.uid) && isOwnFile(linked.uid) && !isWritableByOthers;
  } catch {
    return false;
  }
}
