import { lstat, mkdir } from 'node:fs/promises';

import { ErrorCode, type IStateFolder, LexichordError } from '@lexichord/abstractions';

import { recordFolder } from './process-record.js';

/**
 * Creates the folder of records, accessible only to this user. The workspace may be hostile: a link instead of the
 * folder is rejected.
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

/** Whether the folder of records exists and belongs to this user; links do not count. */
export async function hasOwnRecordFolder(stateFolder: string): Promise<boolean> {
  const found = await lstat(recordFolder(stateFolder)).catch(() => undefined);
  // Windows has no user ids.
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
}

function unusable(folder: string, cause?: unknown): LexichordError {
  return new LexichordError(
    ErrorCode.ioFailed,
    `"${folder}" cannot be used: it must be a writable folder that you own, not a link. Remove it.`,
    { details: { folder }, cause },
  );
}
