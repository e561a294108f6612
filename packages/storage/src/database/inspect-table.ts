import { type CallOptions, isLexichordError, type TableReport } from '@lexichord/abstractions';
import type { Table as NativeTable } from '@lancedb/lancedb';

import { StoredRows } from '../table/stored-rows.js';
import type { StoreSession } from './store-session.js';
import { requireIntactFiles } from './intact-files.js';
import { folderSize, tableFolder } from './table-files.js';

/** Faults of the connection to a table, not of the table. */
const passing = new Set<unknown>([
  ...['denied', 'credentials', 'unreachable', 'disk-full', 'lost-commit', 'too-many-files', 'disk-failed'],
]);

/** Whether an error is no evidence of damage in a table. */
export function isPassing(error: unknown): boolean {
  return !isLexichordError(error) || passing.has(error.details['fault']);
}

/** Counts all rows, and those that differ from what was stored. */
export async function readEveryRow(native: NativeTable): Promise<{ readonly rows: number; readonly altered: number }> {
  const stored = new StoredRows(await native.schema());
  let [rows, altered] = [0, 0];
  for await (const batch of native.query()) {
    rows += batch.numRows;
    altered += stored.countAltered(batch);
  }
  return { rows, altered };
}

/** Inspects a table. Reads every row once, to find damage anywhere in them. */
export async function inspectTable(session: StoreSession, name: string, { signal }: CallOptions): Promise<TableReport> {
  const call = { doing: `inspect table "${name}"`, signal };
  const sizeInFolder = await measureFolder(session, name);
  const { address } = session;
  try {
    return await session.read(async ({ connection, root }) => {
      if (root !== undefined) await requireIntactFiles(root, name, address.shown);
      const native = await connection.openTable(name);
      const { rows, altered } = await readEveryRow(native);
      const indices = await native.listIndices();
      return {
        name,
        health: altered === 0 ? 'ok' : 'damaged',
        problem: altered === 0 ? '' : describeAltered(altered),
        rows,
        version: await native.version(),
        versions: (await native.listVersions()).length,
        sizeBytes: sizeInFolder ?? (await native.stats()).totalBytes,
        unindexedRows: Math.max(0, ...indices.map(({ numUnindexedRows = 0 }) => numUnindexedRows)),
      };
    }, call);
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error) || isPassing(error)) throw error;
    const unknown = { rows: undefined, version: undefined, versions: undefined, unindexedRows: undefined };
    return { name, health: 'damaged', problem: error.message, sizeBytes: sizeInFolder, ...unknown };
  }
}

function describeAltered(rows: number): string {
  const subject = rows === 1 ? '1 row was' : `${rows} rows were`;
  return `${subject} changed or damaged after being stored. Run "lexichord doctor --repair" to keep the others.`;
}

async function measureFolder({ address }: StoreSession, name: string): Promise<number | undefined> {
  return address.kind === 'folder' ? folderSize(tableFolder(address.path, name)) : undefined;
}
