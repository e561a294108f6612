import { join } from 'node:path';

import { RandomIdSource, SystemClock } from '@lexichord/platform';

import { equals } from '../predicates/predicate.js';
import { repairDatabase } from '../repair/repair-database.js';
import { column } from '../schema/column.js';
import { defineTable } from '../schema/table-schema.js';
import { folderState } from '../test-support/folder-state.js';
import { notes } from '../test-support/notes-table.js';
import { TemporaryDatabases, collect } from '../test-support/temporary-database.js';
import { versionedTable } from '../test-support/versioned-table.js';
import type { IDatabase } from './database.js';

const refused = { code: 'storage-read-only' };
const kept = defineTable({
  name: 'kept',
  version: 1,
  columns: { id: column.string(), text: column.string() },
  key: 'id',
  derived: false,
  checksummed: true,
});

describe('a database with storage.read_only', () => {
  const temporary = new TemporaryDatabases();
  let address: string;
  let writer: IDatabase;
  let reader: IDatabase;

  beforeEach(async () => {
    address = join(await temporary.folder(), 'db');
    writer = temporary.openAt(address);
    reader = temporary.openAt(address, { readOnly: true });
    await (await writer.table(notes)).upsert([{ id: 'a', title: 'ferry' }]);
    await (await writer.table(kept)).upsert([{ id: 'a', text: 'ferry' }]);
  });

  afterEach(() => temporary.dispose());

  const services = () => ({ clock: new SystemClock(), idSource: new RandomIdSource(), logger: temporary.logger });

  it('reads what a writer has stored, and what it stores later', async () => {
    const table = await reader.existingTable(notes);
    const before = await reader.fingerprint('notes');

    await (await writer.table(notes)).upsert([{ id: 'b', title: 'tram' }]);

    expect(reader.isReadOnly).toBe(true);
    expect(table && (await collect(table.scan({ columns: ['id'] }))).map(({ id }) => id).sort()).toEqual(['a', 'b']);
    expect(await reader.tableNames()).toEqual(['kept', 'notes']);
    expect(await reader.fingerprint('notes')).not.toBe(before);
    expect((await reader.inspect()).map(({ health }) => health)).toEqual(['ok', 'ok']);
  });

  it('refuses everything that would change a table, and changes no file', async () => {
    const table = await reader.existingTable(notes);
    const before = await folderState(address);

    const changes = [
      () => reader.table(notes),
      () => table?.upsert([{ id: 'b' }]),
      () => table?.deleteWhere(equals('id', 'a')),
      () => table?.writeMetadata({ key: 'value' }),
      () => table?.optimize(),
      () => table?.drop(),
      () => reader.dropTable('notes'),
      () => reader.dropTable('missing'),
      () => reader.copyTable('notes'),
      () => repairDatabase({ address, readOnly: true }, services(), { derivedTables: {} }),
    ];
    for (const change of changes) await expect(change()).rejects.toMatchObject(refused);

    expect(() => reader.requireWritable('store facts')).toThrow(
      expect.objectContaining({
        ...refused,
        message: `Could not store facts at ${address}: storage.read_only is set on this machine. Run the command on the machine that writes the tables, or unset storage.read_only.`,
      }) as Error,
    );
    expect(await folderState(address)).toEqual(before);
  });

  it('makes no folder where there is none', async () => {
    const missing = temporary.openAt(join(address, 'missing'), { readOnly: true });

    expect(await missing.existingTable(notes)).toBeUndefined();
    await expect(missing.table(notes)).rejects.toMatchObject(refused);
    expect(await folderState(join(address, 'missing'))).toEqual([]);
  });

  it('says that a table has to be changed first, or was written by a newer version', async () => {
    await (await writer.table(versionedTable(1))).upsert([{ id: 'a', text: 'ferry' }]);
    await expect(reader.existingTable(versionedTable(2))).rejects.toMatchObject({
      ...refused,
      details: { table: 'versioned', storedVersion: 1, knownVersion: 2 },
    });

    await writer.table(versionedTable(2));

    await expect(reader.existingTable(versionedTable(1))).rejects.toMatchObject({
      code: 'storage-failed',
      details: { storedVersion: 2, knownVersion: 1 },
    });
  });
});
