import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { RandomIdSource, SystemClock } from '@lexichord/platform';

import { tableFolder } from '../database/table-files.js';
import { atLeast, equals } from '../predicates/predicate.js';
import { column } from '../schema/column.js';
import { defineTable } from '../schema/table-schema.js';
import { numbered, numberedRows } from '../test-support/numbered-table.js';
import { TemporaryDatabases, collect } from '../test-support/temporary-database.js';
import { repairDatabase } from './repair-database.js';

const columns = { id: column.string(), text: column.string() };
const kept = defineTable({ name: 'kept', version: 1, columns, key: 'id', derived: false, checksummed: true });
const rows = ['a', 'b', 'c'].map((id) => ({ id, text: `text of ${id}` }));

describe('a damaged list of deleted rows', () => {
  const temporary = new TemporaryDatabases();
  let address: string;

  beforeEach(async () => {
    address = join(await temporary.folder(), 'db');
    const table = await temporary.openAt(address).table(kept);
    await table.upsert(rows);
    await table.deleteWhere(equals('id', 'b'));
  });
  afterEach(() => temporary.dispose());

  /** Changes the file from its end: the footer there says how long its parts are. */
  async function damage(change: (file: Buffer) => void): Promise<void> {
    const folder = join(tableFolder(address, 'kept'), '_deletions');
    const [name = ''] = await readdir(folder);
    const file = await readFile(join(folder, name));
    change(file);
    await writeFile(join(folder, name), file);
  }

  it('is none when nothing was changed', async () => {
    const table = await temporary.openAt(address).table(kept);

    expect((await collect(table.scan({ columns: ['id'] }))).map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it.each([
    ['a part far longer than the file', (file: Buffer) => file.writeUInt8(2, file.length - 20)],
    ['no end', (file: Buffer) => file.fill(0, file.length - 6)],
    ['a footer longer than the file', (file: Buffer) => file.writeUInt8(1, file.length - 7)],
  ])('with %s is an error, and a repair gives back the rows', async (_what, change) => {
    await damage(change);
    await expect(temporary.openAt(address).existingTable(kept)).rejects.toMatchObject({
      code: 'storage-failed',
      details: { fault: 'damaged' },
      message: expect.stringContaining('lexichord doctor --repair') as string,
    });
    expect(await temporary.openAt(address).inspect()).toMatchObject([{ name: 'kept', health: 'damaged' }]);

    const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: temporary.logger };
    const repairs = await repairDatabase({ address }, services, { derivedTables: {} });

    expect(repairs).toMatchObject([{ name: 'kept', action: 'salvaged' }]);
    const table = await temporary.openAt(address).table(kept);
    const found = [...(await collect(table.scan()))].sort((one, other) => (one.id < other.id ? -1 : 1));
    expect(found).toEqual(rows);
    expect(await temporary.openAt(address).inspect()).toMatchObject([{ health: 'ok', rows: 3 }]);
  });

  it('is known by one bit, whose change would have another row deleted', async () => {
    const flipAt = (share: number) => (file: Buffer) => {
      const at = Math.floor(file.length * share);
      file.writeUInt8(file.readUInt8(at) ^ 1, at);
    };
    for (const share of [0.25, 0.5]) {
      await damage(flipAt(share));
      const opening = temporary.openAt(address).existingTable(kept);
      await expect(opening).rejects.toThrow('the list of its deleted rows is damaged');
      await damage(flipAt(share));
    }

    expect(await temporary.openAt(address).inspect()).toMatchObject([{ name: 'kept', health: 'ok' }]);
  });

  describe('that is a bitmap', () => {
    const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: temporary.logger };
    const open = (): ReturnType<typeof temporary.openAt> => temporary.openAt(address, { batchSize: 10_000 });

    async function makeBitmap(durability: 'full' | 'normal'): Promise<string> {
      const table = await temporary.openAt(address, { batchSize: 10_000, durability }).table(numbered);
      await table.upsert(numberedRows(9_000));
      await table.deleteWhere(atLeast('number', 3_000));
      const folder = join(tableFolder(address, 'numbered'), '_deletions');
      const [name = ''] = await readdir(folder);
      expect(name).toMatch(/[.]bin$/u);
      return join(folder, name);
    }

    it.each([
      ['full', 'a number that it says of itself', 10],
      ['full', 'a bit of a row', 5_000],
      ['normal', 'a number that it says of itself', 10],
      ['normal', 'a bit of a row', 5_000],
    ] as const)(
      'with durability %s and %s changed is an error, and a repair gives back rows',
      async (durability, _what, at) => {
        const path = await makeBitmap(durability);
        const file = await readFile(path);
        file.writeUInt8(file.readUInt8(at) ^ 1, at);
        await writeFile(path, file);

        await expect(open().existingTable(numbered)).rejects.toMatchObject({ details: { fault: 'damaged' } });
        const repairs = await repairDatabase({ address, durability }, services, { derivedTables: {} });

        expect(repairs).toContainEqual(expect.objectContaining({ name: 'numbered', action: 'salvaged' }));
        const table = await open().table(numbered);
        const found = new Set((await collect(table.scan({ columns: ['number'] }))).map(({ number }) => number));
        expect(Array.from({ length: 3_000 }, (_, number) => number).filter((number) => !found.has(number))).toEqual([]);
        expect(await open().inspect()).toContainEqual(expect.objectContaining({ name: 'numbered', health: 'ok' }));
      },
    );
  });
});
