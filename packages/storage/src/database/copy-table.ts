import { cp, lstat, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { flushFile, flushFolder, ignoreMissing, renamePatiently } from '@lexichord/platform/internal';

import { listFolder, tableFolder } from './table-files.js';

/**
 * Copies a table's files to a folder beside it, and flushes the copy. An existing copy is kept: it is complete, because
 * it is created by a rename.
 *
 * @param copyName no table's name, such as `conversation-log.damaged-1764000000000`
 */
export async function copyTable(root: string, tableName: string, copyName: string): Promise<void> {
  const copy = join(root, copyName);
  if ((await lstat(copy).catch(ignoreMissing)) !== undefined) return;
  const draft = await mkdtemp(join(root, `${tableName}.draft-`));
  try {
    const inner = join(draft, 'table');
    await cp(tableFolder(root, tableName), inner, { recursive: true });
    const { files, folders } = await listFolder(inner);
    for (const path of files) await flushFile(path);
    for (const path of [...folders, inner]) await flushFolder(path);
    await renamePatiently(inner, copy).catch(ignoreExisting);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await flushFolder(root);
}

/** Name of the copy of a table that is made before its repair. */
export function damagedCopyName(tableName: string, nowMs: number): string {
  return `${tableName}.damaged-${nowMs}`;
}

/** Ignores the error for a copy that another process has made meanwhile. */
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}

/** The error for a repair of object storage. */
export function notAFolder(address: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `Only tables in a local folder can be repaired, not ${address}. Drop the damaged table and rebuild it.`,
    { details: { address } },
  );
}
