import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { listManifests } from '../database/table-files.js';
import { findFlushedVersion } from './flush-marks.js';

/**
 * Whether a table has lost its newest versions: its mark says that they were on the disk, and their manifests are not there.
 * What is left would be taken for all that was stored. Looks at file names only.
 */
export async function hasLostVersions(folder: string): Promise<boolean> {
  // First the mark: a version that is committed meanwhile is newer.
  const flushed = await findFlushedVersion(folder);
  if (flushed === undefined) return false;
  const [newest] = await listManifests(folder);
  return newest === undefined || newest.version < flushed;
}

/** The error of a table that has lost versions; fault `damaged`. */
export function lostVersions(tableName: string, address: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `Table "${tableName}" at ${address} has lost what was stored last: the files that name its newest version are missing. Restore the folder from a backup, or run "lexichord doctor --repair", which goes on with what is left.`,
    { details: { table: tableName, address, fault: 'damaged' } },
  );
}
