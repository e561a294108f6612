import { truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { RandomIdSource, SystemClock } from '@lexichord/platform';
import { flushFile, flushFolder } from '@lexichord/platform/internal';

import type { IDatabase } from '../database/database.js';
import { listFolder, listManifests } from '../database/table-files.js';
import { openDatabase } from '../open-database.js';
import { equals } from '../predicates/predicate.js';
import { repairDatabase } from '../repair/repair-database.js';
import { type RowOf, column } from '../schema/column.js';
import { defineTable } from '../schema/table-schema.js';
import type { Table } from '../table/table.js';
import { folderState } from '../test-support/folder-state.js';
import { TemporaryDatabases, collect } from '../test-support/temporary-database.js';
import type { Flush } from './table-flusher.js';

const columns = { id: column.string(), text: column.string() };
const kept = defineTable({ name: 'kept', version: 1, columns, key: 'id', derived: false, checksummed: true });
type Row = RowOf<typeof columns>;

/** Where power is cut at the first flush: whatever is written after that is acknowledged to nobody. */
const powerCut: Flush = {
  file: () => Promise.reject(new TypeError('The power is cut.')),
  folder: () => Promise.reject(new TypeError('The power is cut.')),
};

describe('a commit that nobody acknowledged', () => {
  const temporary = new TemporaryDatabases();
  let address: string;
  let folder: string;
  const opened: IDatabase[] = [];

  beforeEach(async () => {
    address = join(await temporary.folder(), 'db');
    folder = join(address, 'kept.lance');
    await (await open()).upsert([{ id: 'a', text: 'acknowledged' }]);
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.dispose()));
    await temporary.dispose();
  });

  function openStore(
    flush: Flush = { file: flushFile, folder: flushFolder },
    durability: 'full' | 'normal' = 'full',
    options: { readonly readOnly?: boolean } = {},
  ): IDatabase {
    const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: temporary.logger };
    const database = openDatabase({ address, durability, ...options }, { ...services, flush });
    opened.push(database);
    return database;
  }

  const open = (): Promise<Table<Row>> => openStore().table(kept);
  const idsIn = async (table: Table<Row>): Promise<readonly string[]> =>
    (await collect(table.scan({ columns: ['id'] }))).map(({ id }) => id);
  const newestManifest = async (): Promise<string> => (await listManifests(folder))[0]?.path ?? '';

  /** Commits a row, and cuts the power before it is flushed; the files that this made. */
  async function commitUnacknowledged(id: string): Promise<readonly string[]> {
    const before = new Set((await listFolder(folder)).files);
    const existing = await openStore(powerCut).existingTable(kept);
    await expect(existing?.upsert([{ id, text: 'unacknowledged' }])).rejects.toMatchObject({ code: 'storage-failed' });
    return (await listFolder(folder)).files.filter((path) => !before.has(path));
  }

  it.each([
    ['manifest', /\.manifest$/u, 0],
    ['end of the manifest', /\.manifest$/u, 200],
    ['data', /data\/.+\.lance$/u, 0],
    ['end of the data', /data\/.+\.lance$/u, 100],
  ])('is taken away when the table is opened and it has lost its %s', async (_what, file, size) => {
    const files = await commitUnacknowledged('b');
    await truncate(files.find((path) => file.test(path)) ?? '', size);

    const table = await open();

    expect(await idsIn(table)).toEqual(['a']);
    expect(temporary.logger.lines).toContainEqual(
      expect.objectContaining({ level: 'warn', fields: { commits: 1, table: 'kept' } }),
    );
    await table.upsert([{ id: 'c', text: 'later' }]);
    expect(await idsIn(await open())).toEqual(['a', 'c']);
  });

  it('is taken away when it has lost its list of deleted rows', async () => {
    await (await open()).upsert(['b', 'c'].map((id) => ({ id, text: 'acknowledged' })));
    const cut = await openStore(powerCut).existingTable(kept);
    await expect(cut?.deleteWhere(equals('id', 'b'))).rejects.toMatchObject({ code: 'storage-failed' });
    const { files } = await listFolder(join(folder, '_deletions'));
    for (const path of files) await truncate(path, 0);

    const existing = await openStore().existingTable(kept);

    expect(files).toHaveLength(1);
    expect([...((await existing?.get(['a', 'b', 'c'])) ?? new Map()).keys()]).toEqual(['a', 'b', 'c']);
  });

  it('is taken away before readers and doctors look at the table', async () => {
    await commitUnacknowledged('b');
    await truncate(await newestManifest(), 0);

    expect(await openStore().inspect()).toMatchObject([{ name: 'kept', health: 'ok', rows: 1 }]);
    const existing = await openStore().existingTable(kept);
    expect(existing && (await idsIn(existing))).toEqual(['a']);
  });

  it('is taken away with others that were made before and after', async () => {
    const [first] = [await commitUnacknowledged('b'), await commitUnacknowledged('c')];
    await truncate(first.find((path) => path.includes('data')) ?? '', 0);

    expect(await idsIn(await open())).toEqual(['a']);
    const warning = temporary.logger.lines.findLast(({ level }) => level === 'warn');
    expect(warning).toMatchObject({ fields: { commits: 2, table: 'kept' } });
    const copy = String(warning?.fields['copy']);
    expect(await listManifests(copy)).toHaveLength((await listManifests(folder)).length + 2);
  });

  it('is taken away with a whole one that came after it', async () => {
    const [first] = [await commitUnacknowledged('b'), await commitUnacknowledged('c')];
    await truncate(first.find((path) => path.endsWith('.manifest')) ?? '', 0);

    expect(await idsIn(await open())).toEqual(['a']);
    expect(await openStore().inspect()).toMatchObject([{ health: 'ok' }]);
  });

  it('is taken away by a repair, which brings back what it had replaced', async () => {
    const files = await commitUnacknowledged('a');
    await truncate(files.find((path) => path.includes('data')) ?? '', 0);

    const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: temporary.logger };
    const repairs = await repairDatabase({ address }, services, { derivedTables: {} });

    expect(repairs).toMatchObject([{ name: 'kept', action: 'stepped-back' }]);
    expect(await collect((await open()).scan())).toEqual([{ id: 'a', text: 'acknowledged' }]);
  });

  it('is left to the writer by a process that may not write', async () => {
    await commitUnacknowledged('b');
    await truncate(await newestManifest(), 0);
    const before = await folderState(folder);

    const reader = openStore(undefined, 'full', { readOnly: true });
    await expect(reader.existingTable(kept)).rejects.toMatchObject({ details: { fault: 'damaged' } });

    expect(await folderState(folder)).toEqual(before);
    expect(await idsIn(await open())).toEqual(['a']);
  });

  it('stays when it is whole, as that of a process that was killed', async () => {
    await commitUnacknowledged('b');

    expect(await idsIn(await open())).toEqual(['a', 'b']);
  });

  it('is none when the store waits for no disk: a damaged one takes no other with it', async () => {
    const unwaited = await openStore(undefined, 'normal').table(kept);
    await unwaited.upsert([{ id: 'b', text: 'made' }]);
    const data = (await listFolder(folder)).files.filter((path) => path.endsWith('.lance'));
    await unwaited.upsert([{ id: 'c', text: 'made later' }]);
    const before = await listManifests(folder);
    for (const path of data) await truncate(path, 0);

    await expect(idsIn(await open())).rejects.toMatchObject({ code: 'storage-failed', details: { fault: 'damaged' } });
    expect(await listManifests(folder)).toEqual(before);
  });

  it('is none when it was made without waiting, after a commit that was waited for', async () => {
    await (await openStore(undefined, 'normal').table(kept)).upsert([{ id: 'b', text: 'made' }]);
    await truncate(await newestManifest(), 0);
    const before = await listManifests(folder);

    await expect(open()).rejects.toMatchObject({ code: 'storage-failed', details: { fault: 'damaged' } });
    expect(await listManifests(folder)).toEqual(before);
  });

  it('is no reason to take away one that was acknowledged: that is for a repair', async () => {
    const manifest = await newestManifest();
    await truncate(manifest, 0);

    await expect(open()).rejects.toMatchObject({ code: 'storage-failed', details: { fault: 'damaged' } });
    expect(await newestManifest()).toBe(manifest);
  });
});
