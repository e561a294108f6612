import { lstatSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { flushFolderAndAbove, isOwnFile, replaceFile } from '@lexichord/platform/internal';

import type { Origin } from './origin.js';

/**
 * The user's records of created folders of state, one file for each nonce: `origins/<nonce>` in the user's state
 * folder.
 */
export class OriginRecords {
  /** @param folders possible folders, preferred one first */
  constructor(private readonly folders: readonly string[]) {}

  /** Whether a nonce is recorded. A record that another user could have created does not count. */
  has(nonce: string): boolean {
    return this.folders.some((folder) => isPrivate(folder) && isOwn(recordPath(folder, nonce)));
  }

  /**
   * Records an origin, and flushes the record.
   *
   * @param folder folder of state, for human readers of the record
   * @throws {LexichordError} `io-failed` if no folder is writable
   */
  async add({ nonce }: Origin, folder: string): Promise<void> {
    const failures: unknown[] = [];
    for (const recordFolder of this.folders) {
      try {
        // Accessible only to this user.
        await mkdir(join(recordFolder, 'origins'), { recursive: true, mode: 0o700 });
        await replaceFile(recordPath(recordFolder, nonce), [`${JSON.stringify({ folder })}\n`], { isPrivate: true });
        await flushFolderAndAbove(join(recordFolder, 'origins'));
        if (isPrivate(recordFolder)) return;
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

/** Whether no other user can create a record in a folder. */
function isPrivate(folder: string): boolean {
  return isOwn(folder) && isOwn(join(folder, 'origins'));
}

/**
 * Whether a path and its link target belong to this user, and others cannot write to the target. Synchronous, because
 * every command checks six paths, and a call on another thread takes ten times as long.
 */
function isOwn(path: string): boolean {
  try {
    const [named, linked] = [lstatSync(path, { bigint: true }), statSync(path, { bigint: true })];
    const isWritableByOthers = process.getuid !== undefined && (linked.mode & 0o022n) !== 0n;
    return isOwnFile(Number(named.uid)) && isOwnFile(Number(linked.uid)) && !isWritableByOthers;
  } catch {
    return false;
  }
}
