import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { findBrokenDeletions } from './deletion-files.js';
import { listManifests, tableFolder } from './table-files.js';
import { findFlushedVersion } from '../durability/flush-marks.js';

/**
 * Checks a table's files before the library opens it: for damage that the library does not notice, or that ends the
 * process.
 *
 * @throws {LexichordError} `storage-failed`, fault `damaged`, when the newest version is missing, or has damaged lists
 * of deleted rows
 */
export async function requireIntactFiles(root: string, tableName: string, address: string): Promise<void> {
  const folder = tableFolder(root, tableName);
  if (await hasLostVersions(folder))
    throw damaged(tableName, address, 'the files that name its newest version are missing');
  const [broken] = await findBrokenDeletions(folder);
  if (broken !== undefined) throw damaged(tableName, address, 'the list of its deleted rows is damaged');
}

function damaged(tableName: string, address: string, what: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `Table "${tableName}" at ${address} cannot be used: ${what}. Restore the folder from a backup, or run "lexichord doctor --repair" to recover the intact data.`,
    { details: { table: tableName, address, fault: 'damaged' } },
  );
}

/**
 * Whether a table has lost its newest versions: its mark records them as flushed, and their manifests are missing. The
 * library would take the rest for the whole table. Reads file names only.
 */
async function hasLostVersions(folder: string): Promise<boolean> {
  // Read the mark first: a version that is committed meanwhile is newer.
  const flushed = await findFlushedVersion(folder);
  if (flushed === undefined) return false;
  const [newest] = await listManifests(folder);
  return newest === undefined || newest.version < flushed;
}
