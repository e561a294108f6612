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
