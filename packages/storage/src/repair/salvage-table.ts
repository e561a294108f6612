import { rm } from 'node:fs/promises';

import type { Connection, Table as NativeTable } from '@lancedb/lancedb';

import type { OpenStore } from '../database/store-session.js';
import { readManifest } from '../database/manifest.js';
import { listManifests, tableFolder } from '../database/table-files.js';
import { encodeRows } from '../rows/encode-rows.js';
import { StoredRows } from '../table/stored-rows.js';

type Row = Readonly<Record<string, unknown>>;

/** What became of the rows of a damaged table. */
export interface Salvage {
  readonly kept: number;
  /** Rows of the newest version that could not be read; `undefined` where nobody knows. */
  readonly lost: number | undefined;
}

/** Versions that are looked at; a table that is in use has some ten. */
const maxVersions = 100;
/** Rows in one Arrow batch: the strings of a column may take at most 2 GB. */
const rowsPerBatch = 10_000;

/**
 * Takes away manifests that the store cannot open, newest first, down to one that it can.
 *
 * @returns how many; `undefined` when none is left
 */
export async function removeUnreadableManifests(
  store: OpenStore,
  root: string,
  name: string,
): Promise<number | undefined> {
  let removed = 0;
  for (const { path } of await listManifests(tableFolder(root, name))) {
    // A connection of its own: it remembers what it has opened.
    const connection = await store.connectStill();
    try {
      await (await connection.openTable(name)).schema();
      return removed;
    } catch {
      await rm(path);
      removed += 1;
    } finally {
      connection.close();
    }
  }
  return undefined;
}

/**
 * Makes a table readable again, in place, whose newest version can be opened and not be read: puts together whatever its
 * fragments still hold, each row proven by its checksum, and what earlier versions have of rows that were since moved into
 * a damaged fragment; and commits that as one version, the only one that is left. To be called under the repair's lock,
 * with a copy made.
 */
export async function salvageTable(store: OpenStore, root: string, name: string): Promise<Salvage> {
  const connection = await store.connectStill();
  try {
    const table = await connection.openTable(name);
    const stored = new StoredRows(await table.schema());
    const newest = await table.version();
    const expected = await table.countRows().catch(() => undefined);
    const rows = await collectRows(table, { stored, folder: tableFolder(root, name) });
    await overwrite(store, connection, { name, stored, rows: [...rows.values()] });
    await removeVersionsUpTo(tableFolder(root, name), newest);
    return { kept: rows.size, lost: expected === undefined ? undefined : Math.max(0, expected - rows.size) };
  } finally {
    connection.close();
  }
}

/**
 * The rows of all versions by key, the newest of each. A fragment that the newest version has is read as that has it: what
 * was deleted there since stays so. One that it no longer has may have been merged with others into one that is damaged.
 */
async function collectRows(
  table: NativeTable,
  { stored, folder }: { readonly stored: StoredRows; readonly folder: string },
): Promise<ReadonlyMap<string, Row>> {
  const rows = new Map<string, Row>();
  const seen = new Set<number>();
  for (const { path, version } of (await listManifests(folder)).slice(0, maxVersions)) {
    const { fragments } = await readManifest(path);
    const others = fragments.filter(({ id }) => !seen.has(id));
    if (others.length === 0 || !(await isOpened(table, Number(version)))) continue;
    for (const fragment of others) {
      seen.add(fragment.id);
      for (const row of await stored.readFragment(table, fragment)) {
        const key = String(row[stored.key]);
        if (!rows.has(key)) rows.set(key, row);
      }
    }
  }
  return rows;
}

async function isOpened(table: NativeTable, version: number): Promise<boolean> {
  return table.checkout(version).then(
    () => true,
    () => false,
  );
}

async function overwrite(
  { arrow }: OpenStore,
  connection: Connection,
  { name, stored, rows }: { readonly name: string; readonly stored: StoredRows; readonly rows: readonly Row[] },
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(rows.length / rowsPerBatch) }, (_, index) =>
    rows.slice(index * rowsPerBatch, (index + 1) * rowsPerBatch),
  );
  const data = encodeRows(arrow, stored.schema, stored.shapeOf(name), batches);
  const table =
    rows.length === 0
      ? await connection.createEmptyTable(name, stored.schema, { mode: 'overwrite' })
      : await connection.createTable(name, data, { mode: 'overwrite' });
  table.close();
}

/** What they name is damaged, and the store reads all of them when it cleans up. A copy has been made. */
async function removeVersionsUpTo(folder: string, version: number): Promise<void> {
  for (const manifest of await listManifests(folder)) if (manifest.version <= BigInt(version)) await rm(manifest.path);
}
