import { lstat, mkdir } from 'node:fs/promises';

import { ErrorCode, type IStateFolder, LexichordError } from '@lexichord/abstractions';

import { recordFolder } from './process-record.js';

/**
 * Makes the folder for what serving processes keep, for this user alone. The workspace may be hostile: a link in
 * its place is refused.
 *
 * @throws {LexichordError} `io-failed`
 */
export async function prepareRecordFolder(state: IStateFolder): Promise<void> {
  await state.prepare();
  const folder = recordFolder(state.path);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await hasOwnRecordFolder(state.path))) throw unusable(folder);
  } catch (cause) {
    if (cause instanceof LexichordError) throw cause;
    throw unusable(folder, cause);
  }
}

/** Whether there is a folder to which only this user, or users with its permission, could write; links do not count. */
export async function hasOwnRecordFolder(stateFolder: string): Promise<boolean> {
  const found = await lstat(recordFolder(stateFolder)).catch(() => undefined);
  // There are no user ids on Windows.
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
}

function unusable(folder: string, cause?: unknown): LexichordError {
  return new LexichordError(
    ErrorCode.ioFailed,
    `"${folder}" cannot be used: it must be a writable folder that you own, not a link. Remove it.`,
    { details: { folder }, cause },
  );
}
