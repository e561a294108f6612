import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type CallOptions, type TableRepair } from '@lexichord/abstractions';
import { flushFolder, parseOptions } from '@lexichord/platform/internal';

import { findAllBrokenDeletions, isDeletionBitmap } from '../database/deletion-files.js';
import { inspectTable } from '../database/inspect-table.js';
import { loadLance } from '../database/lance-module.js';
import { emptyRoaringBitmap } from '../database/roaring-bitmap.js';
import type { StorageServices } from '../storage-services.js';
import { StoreSession } from '../database/store-session.js';
import { removeTableFolder } from '../durability/flush-marks.js';
import { removeTornCommits } from '../durability/remove-torn-commits.js';
import { listTableFolders, tableFolder } from '../database/table-files.js';
import { type StorageOptionsInput, storageOptionsSchema } from '../storage-options.js';
import { copyTable, damagedCopyName, notAFolder } from '../database/copy-table.js';
import { withRepairLock } from './repair-lock.js';
import { openNewest } from './open-newest.js';
import { isNewestContradicted } from './replay-commits.js';
import { type Salvage, salvageTable } from './salvage-table.js';
import type { HeldLock } from './with-lock.js';
import { countUnnamedFiles } from '../database/named-files.js';

/** Losses that a repair may accept. */
export interface RepairOptions extends CallOptions {
  /** Tables that may be dropped because their rows can be rebuilt, by name; the value is a sentence that says how. */
  readonly derivedTables: Readonly<Record<string, string>>;
}

/**
 * Repairs the tables of a folder; writers of other processes are rejected meanwhile. Intact tables stay unchanged. The
 * actions are returned and logged.
 *
 * @throws {LexichordError} `storage-failed` for an address that is no folder, files that cannot be changed, or while
 * another process repairs it; `storage-read-only`
 */
export async function repairDatabase(
  input: StorageOptionsInput,
  services: StorageServices,
  { derivedTables, signal }: RepairOptions,
): Promise<readonly TableRepair[]> {
  const options = parseOptions(storageOptionsSchema, input, 'storage options');
  const session = new StoreSession(options, { ...services, holdsRepairLock: true });
  const { address } = session;
  session.requireWritable('repair the tables');
  if (address.kind !== 'folder') throw notAFolder(address.shown);
  const root = address.path;
  const log = services.logger.forSource('RepairDatabase');
  try {
    await session.requireOwnFiles();
    const names = await listTableFolders(root);
    if (names.length === 0) return [];
    return await withRepairLock(root, async (lock) => {
      const repairs: TableRepair[] = [];
      for (const name of names) {
        signal?.throwIfAborted();
        lock.requireHeld();
        const remake = Object.hasOwn(derivedTables, name) ? derivedTables[name] : undefined;
        const repair = await repairTable({ session, root, name, lock }, remake);
        const { action } = repair;
        if (action !== 'none') log.warn('Repaired table {table}: {action}', { table: name, action });
        repairs.push(repair);
      }
      return repairs;
    });
  } catch (error) {
    throw session.translate(error, { doing: 'repair the store', signal });
  } finally {
    await session.close();
  }
}

interface DamagedTable {
  readonly session: StoreSession;
  readonly root: string;
  readonly name: string;
  readonly lock: HeldLock;
}

/** @param remake sentence on how to rebuild a derived table; `undefined` for other tables */
async function repairTable(
  { session, root, name, lock }: DamagedTable,
  remake: string | undefined,
): Promise<TableRepair> {
  const isDerived = remake !== undefined;
  const call = { doing: `repair table "${name}"` };
  // First, because salvaging would keep the removals of such a commit.
  const tornCommits = await removeTornCommits(session, name, call);
  const folder = tableFolder(root, name);
  const isWhole = async (): Promise<boolean> => (await inspectTable(session, name, {})).health === 'ok';
  const isReadable = await isWhole();
  const isContradicted = !isDerived && (await isNewestContradicted(folder, isReadable));
  if (isReadable && !isContradicted) {
    return tornCommits > 0 ? steppedBack(name, tornCommits) : { name, action: 'none', message: '' };
  }
  const copy = damagedCopyName(name, session.services.clock.now());
  if (!isDerived) await copyTable(root, name, copy);
  lock.requireHeld();
  const hasBrokenDeletions = !isDerived && (await emptyBrokenDeletions(folder)) > 0;
  // Removes the marks of lost versions, too: the newest remaining version counts from now on.
  const opened = await session.write(
    name,
    (store) => openNewest(store, { root, name, isContradicted, replays: !isDerived }),
    call,
  );
  const isReplayed = opened?.isReplayed === true;
  if (opened !== undefined && !isReplayed && !hasBrokenDeletions && (await isWhole())) {
    if (isDerived) return steppedBack(name, opened.lostCommits);
    return lostLastCommits(name, join(root, copy), await countUnnamedFiles(folder));
  }
  lock.requireHeld();
  if (opened !== undefined && !isDerived) {
    const salvage = await session.write(name, (store) => salvageTable(store, root, name), call);
    const isRecovered = isReplayed && opened.lostCommits === 0 && salvage.lost === 0 && salvage.earlier === 0;
    if (isRecovered) return recovered(name, salvage.kept, copy);
    return salvaged(name, salvage, { lostCommits: opened.lostCommits, copy });
  }
  await removeTableFolder(folder);
  await flushFolder(root);
  return isDerived ? dropped(name, remake) : lost(name, join(root, copy));
}

function steppedBack(name: string, lostCommits: number): TableRepair {
  const message = `The last ${commits(lostCommits)} to table "${name}" had been truncated and could not be read; the table is in its former state. Run the command that wrote to it again.`;
  return { name, action: 'stepped-back', message };
}

function recovered(name: string, rows: number, copy: string): TableRepair {
  const message = `The file that names the newest version of table "${name}" was damaged or missing. It was rebuilt from the commits, with all of the ${rows} rows intact. A copy of the original files is in ${copy}.`;
  return { name, action: 'recovered', message };
}

/** The cause is not a power cut: commits torn by one were never acknowledged, and are already removed. */
function lostLastCommits(name: string, copy: string, unnamedFiles: number): TableRepair {
  const files = unnamedFiles === 1 ? '1 file of rows is' : `${unnamedFiles} files of rows are`;
  const rest = unnamedFiles === 0 ? '' : ` ${files} not referenced by a version and may contain lost rows.`;
  const message = `The last changes to table "${name}" are lost: the files of its newest version and of its last commits are damaged or missing. The table is in its former state; a copy of its original files is in ${copy}.${rest} Restore a backup, or run the commands that wrote to it again.`;
  return { name, action: 'stepped-back', message };
}

function dropped(name: string, remake: string): TableRepair {
  const message = `Table "${name}" could not be read and was removed. ${remake}`;
  return { name, action: 'dropped', message };
}

function salvaged(
  name: string,
  { kept, earlier, lost: lostRows }: Salvage,
  { lostCommits, copy }: { readonly lostCommits: number; readonly copy: string },
): TableRepair {
  const which = earlier === 0 ? '' : `, ${earlier} of them in their state before the last changes`;
  const losses = [
    lostRows === undefined ? 'the number of lost rows is unknown' : `${lostRows} could not be read`,
    ...(lostCommits === 0 ? [] : [`the last ${commits(lostCommits)} could not be read`]),
  ];
  const message = `Table "${name}" was damaged: ${kept} of its rows are intact and were kept${which}; ${losses.join(', and ')}. A copy of its original files is in ${copy}.`;
  return { name, action: 'salvaged', message };
}

function lost(name: string, copy: string): TableRepair {
  const message = `Table "${name}" is damaged, and its data cannot be rebuilt; its files were moved to ${copy}. Restore the folder from a backup.`;
  return { name, action: 'set-aside', message };
}

function commits(count: number): string {
  return count === 1 ? 'commit' : `${count} commits`;
}

/**
 * Replaces each damaged list of deleted rows by an empty one, so that the rows of its fragment can be read. Deleted
 * rows reappear. The caller has made a copy.
 *
 * @returns number of damaged lists
 */
async function emptyBrokenDeletions(folder: string): Promise<number> {
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
