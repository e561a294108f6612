import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { type CallOptions, ErrorCode, LexichordError, type TableRepair } from '@lexichord/abstractions';
import { parseOptions } from '@lexichord/platform';

import { inspectTable } from '../database/inspect-table.js';
import { type StorageServices, StoreSession } from '../database/store-session.js';
import { isWholeManifest, listManifests, listTableFolders, tableFolder } from '../database/table-files.js';
import { type StorageOptionsInput, storageOptionsSchema } from '../storage-options.js';

export interface RepairOptions extends CallOptions {
  /** Names of tables that may be dropped, because their rows can be made again. */
  readonly derivedTables: readonly string[];
}

/**
 * Makes the tables of a folder usable again. No other process may be writing. Tables that are whole stay as they are;
 * what is done is in the answer and in the log.
 *
 * @throws {LexichordError} `storage-failed` for an address that is no folder, or files that cannot be changed
 */
export async function repairDatabase(
  input: StorageOptionsInput,
  services: StorageServices,
  { derivedTables, signal }: RepairOptions,
): Promise<readonly TableRepair[]> {
  const options = parseOptions(storageOptionsSchema, input, 'storage options');
  const session = new StoreSession(options, services);
  const { address } = session;
  if (address.kind !== 'folder') throw notAFolder(address.shown);
  const log = services.logger.forSource('RepairDatabase');
  const repairs: TableRepair[] = [];
  try {
    await session.requireOwnFiles();
    for (const name of await listTableFolders(address.path)) {
      signal?.throwIfAborted();
      const repair = await repairTable({ session, root: address.path, name }, derivedTables.includes(name));
      if (repair.action !== 'none')
        log.warn('Repaired table {table}: {action}', { table: name, action: repair.action });
      repairs.push(repair);
    }
  } catch (error) {
    throw session.translate(error, { doing: 'repair the store', signal });
  } finally {
    await session.close();
  }
  return repairs;
}

interface DamagedTable {
  readonly session: StoreSession;
  readonly root: string;
  readonly name: string;
}

async function repairTable(table: DamagedTable, isDerived: boolean): Promise<TableRepair> {
  const { session, root, name } = table;
  const removed = await removeCutManifests(tableFolder(root, name));
  const { health } = await inspectTable(session, name, {});
  if (health === 'ok' && removed === 0) return { name, action: 'none', message: '' };
  if (health === 'ok') {
    const message = `The last ${removed === 1 ? 'commit' : `${removed} commits`} to table "${name}" had been cut off and could not be read; the table is as it was before. Run the command again that wrote to it.`;
    return { name, action: 'stepped-back', message };
  }
  if (isDerived) {
    await rm(tableFolder(root, name), { recursive: true, force: true });
    const message = `Table "${name}" was damaged beyond reading and has been removed. Build it again, such as with "lexichord index --rebuild".`;
    return { name, action: 'dropped', message };
  }
  return setAside(table);
}

/** Takes away manifests without their end, newest first, down to one that is whole. */
async function removeCutManifests(folder: string): Promise<number> {
  let removed = 0;
  for (const { path } of await listManifests(folder)) {
    if (await isWholeManifest(path)) break;
    await rm(path);
    removed += 1;
  }
  return removed;
}

async function setAside({ session, root, name }: DamagedTable): Promise<TableRepair> {
  const aside = join(root, `${name}.damaged-${session.services.clock.now()}`);
  await rename(tableFolder(root, name), aside);
  return {
    name,
    action: 'set-aside',
    message: `Table "${name}" is damaged and what it held cannot be made again; its files were moved to ${aside}. Restore the folder from a backup.`,
  };
}

function notAFolder(address: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `Only tables in a folder can be repaired, not ${address}. Drop the damaged table and build it again.`,
    { details: { address } },
  );
}
