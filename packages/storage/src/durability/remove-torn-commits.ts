import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { flushFolder } from '@lexichord/platform/internal';

import { copyTable, damagedCopyName } from '../database/copy-table.js';
import { findBrokenDeletions } from '../database/deletion-files.js';
import { isPassing, readEveryRow } from '../database/inspect-table.js';
import type { OpenStore, StoreCall, StoreSession } from '../database/store-session.js';
import { isWholeManifest, listManifests, tableFolder } from '../database/table-files.js';
import { sqlColumn } from '../predicates/sql-literal.js';
import { withRepairLock } from '../repair/repair-lock.js';
import { storageError } from '../errors/storage-error.js';
import { findFlushedVersion } from './flush-marks.js';

/**
 * Removes the newest commits of a table that were never acknowledged and are incomplete, because of a power cut before
 * the flush. Called before a table is opened or repaired. An acknowledged commit stays even if it is damaged:
 * `repairDatabase` handles it and reports the loss.
 *
 * Reads file names only, and the table's rows if a commit was not acknowledged; a commit that another process is making
 * is complete. A power cut tears one commit; the table is copied before more are removed. Does nothing in a read-only
 * store.
 *
 * @returns number of removed commits
 */
export async function removeTornCommits(session: StoreSession, tableName: string, call: StoreCall): Promise<number> {
  const { address } = session;
  if (address.kind !== 'folder' || !session.isFlushed(tableName) || session.options.readOnly) return 0;
  const folder = tableFolder(address.path, tableName);
  session.requireConfined();
  const manifests = await listUnacknowledged(folder);
  const table = { tableName, folder };
  if (manifests.length === 0 || (await session.read((store) => areWhole(store, table, manifests), call))) return 0;
  const { logger, clock, holdsRepairLock = false } = session.services;
  const copy = manifests.length === 1 ? undefined : damagedCopyName(tableName, clock.now());
  const remove = async (): Promise<number> => {
    if (copy !== undefined) await copyTable(address.path, tableName, copy);
    return session.read((store) => removeWhileTorn(store, table), call);
  };
  const removed = await (holdsRepairLock ? remove() : withRepairLock(address.path, remove));
  logger.warn(
    `Removed {commits} commits to table {table} that had not reached the disk${copy === undefined ? '' : '; a copy of its original files is in {copy}'}`,
    { commits: removed, table: tableName, ...(copy === undefined ? {} : { copy: join(address.path, copy) }) },
  );
  return removed;
}

interface TornTable {
  readonly tableName: string;
  readonly folder: string;
}

async function removeWhileTorn(store: OpenStore, table: TornTable): Promise<number> {
  let removed = 0;
  for (;;) {
    const manifests = await listUnacknowledged(table.folder);
    const [newest] = manifests;
    if (newest === undefined || (await areWhole(store, table, manifests))) return removed;
    // Its process may have acknowledged it meanwhile, or another process may have committed.
    const [stillNewest] = await listUnacknowledged(table.folder);
    if (stillNewest !== newest) continue;
    await rm(newest, { force: true });
    await flushFolder(dirname(newest));
    removed += 1;
  }
}

/** Manifests of commits that were not acknowledged, newest first; none for a table without a mark to return to. */
async function listUnacknowledged(folder: string): Promise<readonly string[]> {
  const flushed = await findFlushedVersion(folder);
  if (flushed === undefined) return [];
  return (await listManifests(folder)).filter(({ version }) => version > flushed).map(({ path }) => path);
}

/** Whether every row of the newest version can be read, and the library can list the other versions. */
async function areWhole(
  { connectStill }: OpenStore,
  { tableName, folder }: TornTable,
  manifests: readonly string[],
): Promise<boolean> {
  // The library would print its warnings to standard error.
  for (const path of manifests) if (!(await isWholeManifest(path))) return false;
  if ((await findBrokenDeletions(folder)).length > 0) return false;
  // A separate connection, because a connection caches the tables it has opened.
  const connection = await connectStill();
  try {
    const native = await connection.openTable(tableName);
    await native.listVersions();
    const { rows, altered } = await readEveryRow(native);
    for (const { columns } of await native.listIndices()) {
      for (const column of columns) await native.countRows(`${sqlColumn(column)} IS NOT NULL`);
    }
    return altered === 0 && rows === (await native.countRows());
  } catch (error) {
    if (isPassing(storageError(error, `read table "${tableName}"`, ''))) throw error;
    return false;
  } finally {
    connection.close();
  }
}
