import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { column } from '../schema/column.js';
import { type TableDefinition, defineTable } from '../schema/table-schema.js';
import { type Note, noteColumns, notes } from '../test-support/notes-table.js';
import { TemporaryDatabases, collect } from '../test-support/temporary-database.js';

type NotesDefinition = TableDefinition<typeof noteColumns>;

const base: NotesDefinition = {
  name: 'notes',
  version: 1,
  columns: noteColumns,
  key: 'id',
  textColumns: ['tokens'],
  derived: false,
};
const wider = {
  ...noteColumns,
  language: column.optional(column.string()),
  size: column.optional(column.int32()),
  kind: column.optional(column.string()),
};

describe('LanceDatabase', () => {
  const temporary = new TemporaryDatabases();

  afterEach(() => temporary.dispose());

  it('finds no table where there is none, without making a folder', async () => {
    const database = await temporary.open();

    expect(await database.existingTable(notes)).toBeUndefined();
    expect(await database.tableNames()).toEqual([]);
    expect(await database.fingerprint('notes')).toBeUndefined();
    expect(await database.inspect()).toEqual([]);
    await database.dropTable('notes');
  });

  it('takes a table that another process removes at this moment for none', async () => {
    const database = await temporary.open();
    const versions = join(database.address, 'notes.lance', '_versions');
    await mkdir(versions, { recursive: true });
    // In the listing, and gone when it is looked at.
    await symlink(join(versions, 'nothing'), join(versions, '1.manifest'));

    expect(await database.fingerprint('notes')).toBeUndefined();
  });

  it('opens a table that is there for a reader', async () => {
    const database = await temporary.open();
    await (await database.table(notes)).upsert([{ id: 'a' }]);

    const table = await database.existingTable(notes);

    expect([table?.origin, await table?.count()]).toEqual(['existing', 1]);
  });

  it('takes a table through its migrations, also when one was broken off', async () => {
    const database = await temporary.open();
    const old = await database.table(defineTable(base));
    await old.upsert([{ id: 'a', title: 'kept' }]);
    await old.writeMetadata({ fact: 'kept' });
    const migrations = {
      2: { add: { language: "it's unknown", size: 7 } },
      3: { add: { language: 'not this', kind: null }, drop: ['gone'] },
    };

    const table = await database.table(defineTable({ ...base, version: 3, columns: wider, migrations }));

    expect(table.origin).toBe('migrated');
    expect((await table.get(['a'])).get('a')).toEqual({ id: 'a', title: 'kept', language: "it's unknown", size: 7 });
    expect(await table.readMetadata()).toEqual({ fact: 'kept' });
    await table.upsert([{ id: 'b', language: 'de', kind: 'x', size: 1, pinned: true }]);
    expect((await table.get(['b'])).get('b')).toEqual({ id: 'b', language: 'de', kind: 'x', size: 1, pinned: true });
  });

  it('drops columns that a migration takes away', async () => {
    const database = await temporary.open();
    await (await database.table(defineTable(base))).upsert([{ id: 'a', title: 'x', line: 1 }]);
    const { id, line, vector, tokens } = noteColumns;
    const columns = { id, line, vector, tokens };

    const table = await database.table(
      defineTable({
        ...base,
        key: 'id',
        textColumns: ['tokens'],
        indexedColumns: ['line'],
        version: 2,
        columns,
        migrations: { 2: { drop: ['title', 'weight', 'pinned', 'seenAt', 'tags', 'bytes'] } },
      }),
    );

    expect((await table.get(['a'])).get('a')).toEqual({ id: 'a', line: 1 });
  });

  it('refuses to guess where there is no migration, and empties only derived tables', async () => {
    const database = await temporary.open();
    await (await database.table(defineTable(base))).upsert([{ id: 'a' }]);

    await expect(database.table(defineTable({ ...base, version: 2 }))).rejects.toThrow(
      'no migration from it to version 2',
    );
    const rebuilt = await database.table(defineTable({ ...base, version: 2, derived: true }));

    expect([rebuilt.origin, await rebuilt.count()]).toEqual(['rebuilt', 0]);
    await rebuilt.upsert([{ id: 'a', tokens: 'word' }]);
    expect(await rebuilt.textSearch(['word'], { column: 'tokens', limit: 1 })).toHaveLength(1);
  });

  it('refuses a table that a newer version wrote, also a derived one', async () => {
    const database = await temporary.open();
    await database.table(defineTable({ ...base, version: 5 }));

    await expect(database.table(notes)).rejects.toThrow('a newer Lexichord wrote');
    await expect(database.existingTable(notes)).rejects.toThrow('a newer Lexichord wrote');
  });

  it('rebuilds a derived table whose vectors have another dimension, and refuses one that is not derived', async () => {
    const database = await temporary.open();
    await (await database.table(notes)).upsert([{ id: 'a', vector: [1, 2, 3, 4] }]);
    const columns = { ...noteColumns, vector: column.optional(column.vector(8)) };

    await expect(database.table(defineTable({ ...base, columns }))).rejects.toThrow(
      '"vector" is FixedSizeList[4]<Float32> instead of FixedSizeList[8]<Float32>',
    );
    const table = await database.existingTable(defineTable({ ...base, columns, derived: true }));

    expect([table?.origin, await table?.count()]).toEqual(['rebuilt', 0]);
  });

  it('shows readers the new table once another process has rebuilt it', async () => {
    const database = await temporary.open();
    const reader = await database.table(notes);
    await reader.upsert([{ id: 'a' }]);

    await database.table(defineTable({ ...base, version: 2, derived: true }));

    expect(await reader.count()).toBe(0);
    expect(await collect<Note>(reader.scan())).toEqual([]);
  });

  it.each(['', '.', '..', '../x', 'a/b', 'a b', 'ü', 'x'.repeat(101), '.hidden', "a'b", 'a\n'])(
    'refuses the table name %j',
    async (name) => {
      const database = await temporary.open();

      expect(() => defineTable({ ...base, name })).toThrow('is not a table name');
      await expect(database.dropTable(name)).rejects.toMatchObject({ code: 'invalid-argument' });
      await expect(database.fingerprint(name)).rejects.toMatchObject({ code: 'invalid-argument' });
    },
  );

  it.each<[string, Partial<NotesDefinition>]>([
    ['version', { version: 0 }],
    ['key', { key: 'title' }],
    ['text column', { textColumns: ['line'] }],
    ['only a derived table', { migrations: { 2: 'rebuild' } }],
    ['more than one vector column', { columns: { ...noteColumns, other: column.vector(2) } as never }],
    ['dimension', { columns: { ...noteColumns, vector: column.vector(0) } as never }],
    ['differ only in case', { columns: { ...noteColumns, ID: column.string() } as never }],
    ['is not a column name', { columns: { ...noteColumns, 'a`b': column.string() } as never }],
  ])('refuses a badly described table: %s', (problem, change) => {
    expect(() => defineTable({ ...base, ...change })).toThrow(problem);
  });

  it('says what is wrong when a file stands where the folder should be', async () => {
    const file = join(await temporary.folder(), 'file');
    await writeFile(file, '');

    await expect(temporary.openAt(join(file, 'db')).table(notes)).rejects.toMatchObject({
      code: 'storage-failed',
      details: { fault: 'denied', doing: 'open table "notes"' },
    });
  });

  it('refuses a migration to a column that the schema does not have', async () => {
    const database = await temporary.open();
    await database.table(defineTable(base));

    await expect(
      database.table(defineTable({ ...base, version: 2, migrations: { 2: { add: { nothing: 1 } } } })),
    ).rejects.toThrow('adds the column "nothing", which its schema does not have');
  });

  it('says when it was closed, waits for writes begun before, and closes twice', async () => {
    const database = await temporary.open();
    const table = await database.table(notes);
    const writing = table.upsert([{ id: 'a' }]);

    await database.dispose();
    await database.dispose();

    expect(await writing).toMatchObject({ inserted: 1, updated: 0 });
    await expect(table.count()).rejects.toThrow('has been closed');
  });

  it('does not take for a table what a process left that was killed while it made one', async () => {
    const folder = await temporary.folder();
    await mkdir(join(folder, 'notes.lance/_transactions'), { recursive: true });
    await writeFile(join(folder, 'notes.lance/_transactions/0-1.txn'), 'begun');
    const database = temporary.openAt(folder);

    expect([await database.tableNames(), await database.inspect()]).toEqual([[], []]);
    await (await database.table(notes)).upsert([{ id: 'a' }]);
    expect(await database.inspect()).toMatchObject([{ name: 'notes', health: 'ok', rows: 1 }]);
    await rm(join(folder, 'notes.lance/_versions'), { recursive: true });
    expect(await database.inspect()).toMatchObject([{ name: 'notes', health: 'damaged' }]);
  });

  it('refuses a folder outside of what it is confined to', async () => {
    const folder = await temporary.folder();
    await mkdir(join(folder, 'workspace'));

    const database = temporary.openAt(join(folder, 'db'), { confineTo: join(folder, 'workspace') });

    await expect(database.table(notes)).rejects.toMatchObject({ code: 'path-denied' });
    await expect(database.dropTable('notes')).rejects.toMatchObject({ code: 'path-denied' });
    await expect(database.tableNames()).rejects.toMatchObject({ code: 'path-denied' });
  });
});
