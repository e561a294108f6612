import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { connect } from '@lancedb/lancedb';
import fc from 'fast-check';

import { column } from '../schema/column.js';
import { defineTable } from '../schema/table-schema.js';
import { TemporaryDatabases, collect } from '../test-support/temporary-database.js';

const columns = {
  id: column.string(),
  text: column.optional(column.string()),
  line: column.optional(column.int32()),
  weight: column.optional(column.float64()),
  pinned: column.optional(column.boolean()),
  seenAt: column.optional(column.timestamp()),
  tags: column.optional(column.stringList()),
};
const definition = { name: 'letters', version: 2, columns, key: 'id', derived: false, checksummed: true } as const;
const letters = defineTable({ ...definition, migrations: { 2: { addChecksums: true } } });
const lettersBefore = defineTable({ ...definition, version: 1, checksummed: false });

describe('a table with checksums', () => {
  const temporary = new TemporaryDatabases();
  let folder: string;

  beforeEach(async () => {
    folder = await temporary.folder();
  });

  afterEach(() => temporary.dispose());

  const open = () => temporary.openAt(folder).table(letters);

  /** As another program would change the table. */
  async function update(values: Record<string, string>, where: string): Promise<void> {
    const connection = await connect(folder);
    await (await connection.openTable('letters')).update({ where, values });
    connection.close();
  }

  it('gives back what was written, whole or in part', async () => {
    const table = await open();
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            text: fc.string({ unit: 'binary' }),
            line: fc.integer(),
            weight: fc.double({ noNaN: true, noDefaultInfinity: true }),
            pinned: fc.boolean(),
            seenAt: fc.integer({ min: 0 }),
            tags: fc.array(fc.string({ unit: 'binary' })),
          },
          { requiredKeys: [] },
        ),
        async (values) => {
          await table.upsert([{ id: 'a', ...values }]);

          expect((await table.get(['a'])).get('a')).toEqual({ id: 'a', ...values });
          expect((await table.get(['a'], { columns: ['text'] })).get('a')?.text).toBe(values.text);
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each([
    ['a letter', { text: 'tomorrow' }],
    ['a value taken away', { text: '' }],
    ['another line', { line: '8' }],
    ['another key', { id: 'c' }],
    ['the checksum itself', { checksum: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ])('never gives back a row with %s changed, whichever columns are asked for', async (_what, values) => {
    const table = await open();
    await table.upsert([
      { id: 'a', text: 'today', line: 7 },
      { id: 'b', text: 'kept' },
    ]);

    await update(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value])), "id = 'a'");

    for (const read of [
      () => collect(table.scan()),
      () => collect(table.scan({ columns: ['line'] })),
      async () => {
        for await (const { length } of table.scanColumns({ columns: ['id'] })) expect(length).toBeGreaterThan(0);
      },
    ]) {
      const error: unknown = await read().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'storage-failed', details: { fault: 'altered' } });
      expect(String(error)).toContain('lexichord doctor --repair');
    }
    expect((await table.get(['b'])).get('b')).toEqual({ id: 'b', text: 'kept' });
  });

  it('notices a byte that was changed in the file', async () => {
    const table = await open();
    await table.upsert([{ id: 'a', text: 'we agreed on ninety euros' }]);
    const data = join(folder, 'letters.lance/data');
    for (const name of await readdir(data)) {
      const bytes = await readFile(join(data, name));
      bytes.set(Buffer.from('eleven'), bytes.indexOf('ninety'));
      await writeFile(join(data, name), bytes);
    }

    await expect(
      temporary
        .openAt(folder)
        .table(letters)
        .then((again) => again.get(['a'])),
    ).rejects.toMatchObject({
      code: 'storage-failed',
      details: { table: 'letters', key: 'a', fault: 'altered' },
    });
  });

  it('is made of one without, whose rows all get theirs, and keeps that one as it was', async () => {
    const before = await temporary.openAt(folder).table(lettersBefore);
    await before.upsert(Array.from({ length: 3_000 }, (_, line) => ({ id: `${line}`, text: `letter ${line}`, line })));

    const table = await open();

    expect(table.origin).toBe('migrated');
    expect((await collect(table.scan())).length).toBe(3_000);
    expect(await readdir(folder)).toEqual(['letters.lance', 'letters.v1.backup']);
    const connection = await connect(folder);
    const native = await connection.openTable('letters');
    expect(await native.countRows('checksum IS NULL')).toBe(0);
    connection.close();
  });

  it('is migrated by several processes at once, and loses no row that one of them wrote meanwhile', async () => {
    const before = await temporary.openAt(folder).table(lettersBefore);
    await before.upsert(Array.from({ length: 200 }, (_, line) => ({ id: `${line}`, text: 'old' })));

    const tables = await Promise.all([open(), open(), open()]);
    await Promise.all(tables.map((table, writer) => table.upsert([{ id: `${writer}`, text: `new ${writer}` }])));

    const found = await (await open()).get(['0', '1', '2', '3']);
    expect([...found.values()].map(({ text }) => text)).toEqual(['new 0', 'new 1', 'new 2', 'old']);
  });

  it('has no columns that would be searched without being verified', () => {
    const searched = { ...definition, columns: { ...columns, vector: column.optional(column.vector(4)) } };

    expect(() => defineTable(searched)).toThrow('would not verify');
    expect(() => defineTable({ ...definition, textColumns: ['text'] })).toThrow('would not verify');
    expect(() => defineTable({ ...definition, columns: { ...columns, checksum: column.string() } })).toThrow(
      'the reserved name of the checksum column',
    );
  });
});
