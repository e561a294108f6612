import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** Folder of LanceDB's temporary files. LanceDB reads fewer variables than Node. */
export function temporaryFolder(): string {
  const { TMPDIR: named = '' } = process.env;
  return process.platform === 'win32' ? tmpdir() : named === '' ? '/tmp' : named;
}

/**
 * Checks the temporary folder before a connection: LanceDB creates a folder there, and if that fails, it crashes with a
 * backtrace on standard error.
 *
 * @throws {LexichordError} `storage-failed`, with the folder
 */
export async function requireTemporaryFolder(address: string): Promise<void> {
  const folder = temporaryFolder();
  try {
    await rmdir(await mkdtemp(join(folder, 'lexichord-')));
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    if (reason === 'EMFILE' || reason === 'ENFILE') throw cause;
    throw new LexichordError(
      ErrorCode.storageFailed,
      `The store at ${address} cannot be opened, because the folder for temporary files, "${folder}", cannot be used (${reason}). Set TMPDIR to a folder that exists and can be written to.`,
      { details: { address, fault: 'no-temporary-folder', folder, reason }, cause },
    );
  }
}
