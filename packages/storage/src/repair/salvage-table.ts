import { rm } from 'node:fs/promises';

import type { Connection, Table as NativeTable } from '@lancedb/lancedb';

import type { OpenStore } from '../database/store-session.js';
import { readManifest } from '../database/manifest.js';
import { listManifests, tableFolder } from '../database/table-files.js';
import { encodeRows } from '../rows/encode-rows.js';
import { StoredRows } from '../table/stored-rows.js';

type Row = Readonly<Record<string, unknown>>;

/** Counts of the rows of a damaged table. */
export interface Salvage {
  readonly kept: number;
  /** Number of kept rows that come from versions before the newest. */
  readonly earlier: number;
  /** Rows of the newest version that could not be read; `undefined` if their number is unknown. */
  readonly lost: number | undefined;
}

/** Maximum number of versions read; a table in use has about ten. */
const maxVersions = 100;
/** Rows per Arrow batch: the strings of a column may take at most 2 GB. */
const rowsPerBatch = 10_000;

/**
 * Rebuilds a table, in place, whose newest version can be opened but not read: collects the rows with a correct
 * checksum from its fragments, and lost rows from earlier versions, and commits them as the only version. The caller
 * holds the repair lock and has made a copy.
 */
export async function salvageTable(store: OpenStore, root: string, name: string): Promise<Salvage> {
  const connection = await store.connectStill();
  try {
    const table = await connection.openTable(name);
    const stored = new StoredRows(await table.schema());
    const newest = await table.version();
    const expected = await table.countRows().catch(() => undefined);
    const { rows, earlier } = await collectRows(table, { stored, folder: tableFolder(root, name), expected });
    await overwrite(store, connection, { name, stored, rows: [...rows.values()] });
    await removeVersionsUpTo(tableFolder(root, name), newest);
    const lost = expected === undefined ? undefined : Math.max(0, expected - rows.size);
    return { kept: rows.size, earlier, lost };
  } finally {
    connection.close();
  }
}

/** Sources of a damaged table's rows. */
interface DamagedRows {
  readonly stored: StoredRows;
  readonly folder: string;
  /** Rows of the newest version; `undefined` if their number is unknown. */
  readonly expected: number | undefined;
}

/**
 * Collects the readable rows of the newest version, by key, and completes them up to `expected` by rows of earlier
 * versions, latest first: a row may have been merged into a damaged file, or replaced by one in it. A deleted row may
 * reappear.
 */
async function collectRows(
  table: NativeTable,
  { stored, folder, expected = Infinity }: DamagedRows,
): Promise<{ readonly rows: ReadonlyMap<string, Row>; readonly earlier: number }> {
  const rows = new Map<string, Row>();
  let own = 0;
  for (const [age, { path, version }] of (await listManifests(folder)).slice(0, maxVersions).entries()) {
    if (rows.size >= expected) break;
    if (!(await isOpened(table, Number(version)))) continue;
    // Newest first: an older version of a replaced row may be back.
    for (const fragment of (await readManifest(path)).fragments.toReversed()) {
      for (const row of await stored.readFragment(table, fragment)) {
        const key = String(row[stored.key]);
        const isWanted = age === 0 || rows.size < expected;
        if (isWanted && !rows.has(key)) rows.set(key, row);
      }
    }
    if (age === 0) own = rows.size;
  }
  return { rows, earlier: rows.size - own };
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

/** Removes old versions: their files are damaged, and the store's clean-up reads all of them. A copy has been made. */
async function removeVersionsUpTo(folder: string, version: number): Promise<void> {
  for (const manifest of await listManifests(folder)) if (manifest.version <= BigInt(version)) await rm(manifest.path);
}
