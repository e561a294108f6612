import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { RandomIdSource, SystemClock } from '@lexichord/platform';

import { tableFolder } from '../database/table-files.js';
import { equals } from '../predicates/predicate.js';
import { column } from '../schema/column.js';
import { defineTable } from '../schema/table-schema.js';
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
});
