import { writeFile } from 'node:fs/promises';

import { findAllBrokenDeletions, isDeletionBitmap } from '../database/deletion-files.js';
import { loadLance } from '../database/lance-module.js';
import { emptyRoaringBitmap } from '../database/roaring-bitmap.js';

/**
 * Puts an empty list in place of each damaged list of deleted rows, so that the rows of its fragment can be read: those that
 * were deleted come back with them. To be called with a copy made.
 *
 * @returns how many lists were damaged
 */
export async function emptyBrokenDeletions(folder: string): Promise<number> {
  const broken = await findAllBrokenDeletions(folder);
  if (broken.length === 0) return 0;
  const { arrow } = await loadLance();
  const schema = new arrow.Schema([new arrow.Field('row_id', new arrow.Uint32(), false)]);
  const none = new arrow.Table({ row_id: arrow.vectorFromArray([], new arrow.Uint32()) });
  const batches = none.batches.map(({ data }) => new arrow.RecordBatch(schema, data));
  const empty = arrow.tableToIPC(new arrow.Table(schema, batches), 'file');
  for (const path of broken) await writeFile(path, isDeletionBitmap(path) ? emptyRoaringBitmap : empty);
  return broken.length;
}
