import { basename, join, relative } from 'node:path';

import type { IClock } from '@lexichord/abstractions';
import { RandomIdSource, SystemClock } from '@lexichord/platform';
import { flushFile, flushFolder } from '@lexichord/platform/internal';

import { openDatabase } from '../open-database.js';
import { ClockAhead } from '../test-support/clock-ahead.js';
import { noteColumns } from '../test-support/notes-table.js';
import { TemporaryDatabases } from '../test-support/temporary-database.js';
import { defineTable } from '../schema/table-schema.js';
import { listFolder } from '../database/table-files.js';
import { findFlushedVersion, isFlushMark } from './flush-marks.js';
import type { Flush } from './table-flusher.js';

const kept = defineTable({ name: 'kept', version: 1, columns: noteColumns, key: 'id', derived: false });
const derived = defineTable({ name: 'derived', version: 1, columns: noteColumns, key: 'id', derived: true });

/** A mark has nothing in it; its name is on the disk with its folder. */
const filesUnder = async (folder: string): Promise<readonly string[]> =>
  (await listFolder(folder)).files.filter((path) => !isFlushMark(basename(path)));

describe('a commit', () => {
  const temporary = new TemporaryDatabases();
  let address: string;
  /** What was flushed, relative to the folder of tables, in order. */
  let flushed: string[];
  let flush: Flush;

  beforeEach(async () => {
    address = join(await temporary.folder(), 'db');
    flushed = [];
    const noting = (perform: (path: string) => Promise<void>) => async (path: string) => {
      await perform(path);
      flushed.push(relative(address, path));
    };
    flush = { file: noting(flushFile), folder: noting(flushFolder) };
  });

  afterEach(() => temporary.dispose());

  const services = (clock: IClock = new SystemClock()) => ({
    clock,
    idSource: new RandomIdSource(),
    logger: temporary.logger,
    flush,
  });
  const open = (durability: 'full' | 'normal' = 'full', keepVersionsMs = 600_000, clock?: IClock) =>
    openDatabase(
      { address, durability, keepVersionsMs, derivedTables: { derived: 'Writing makes it again.' } },
      services(clock),
    );

  it('is acknowledged when all its files are on the disk: data, its folder, the manifest, its folder', async () => {
    const database = open();
    const table = await database.table(kept);
    const before = await filesUnder(address);
    flushed = [];

    await table.upsert([{ id: 'a' }, { id: 'b' }]);

    const added = (await filesUnder(address)).filter((path) => !before.includes(path));
    expect(added.length).toBeGreaterThanOrEqual(3);
    for (const path of added) expect(flushed).toContain(relative(address, path));
    const place = (what: RegExp): number => flushed.findIndex((path) => what.test(path));
    const order = [/data\/.+/u, /data$/u, /_versions\/.+\.manifest$/u, /_versions$/u].map(place);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    await database.dispose();
  });

  it('is marked before its folder is flushed for the last time, and marks of others go', async () => {
    const database = open();
    const table = await database.table(kept);
    const folder = join(address, 'kept.lance');
    const marked: (bigint | undefined)[] = [];
    Object.assign(flush, {
      folder: async (path: string) => {
        if (path === folder) marked.push(await findFlushedVersion(folder));
        await flushFolder(path);
      },
    });

    const { versions } = await table.upsert([{ id: 'a' }]);

    expect(marked.slice(-2)).toEqual([BigInt(versions[0]! - 1), BigInt(versions[0]!)]);
    const names = (await listFolder(folder)).files.map((path) => basename(path));
    expect(names.filter(isFlushMark)).toEqual([`flushed-${versions[0]}`]);
    await database.dispose();
  });

  it('is flushed with everything that other processes left, the folders included, when it is the first', async () => {
    const careless = open('normal');
    const theirs = await careless.table(kept);
    await theirs.upsert([{ id: 'a' }]);
    await careless.dispose();
    expect(flushed).toEqual([]);

    const database = open();
    await (await database.table(kept)).upsert([{ id: 'b' }]);

    for (const path of await filesUnder(join(address, 'kept.lance')))
      expect(flushed).toContain(relative(address, path));
    expect(flushed).toEqual(expect.arrayContaining(['kept.lance', '', '..', '../..']));
    await database.dispose();
  });

  it('flushes each file once that stays as it is', async () => {
    const database = open();
    const table = await database.table(kept);
    for (const id of ['a', 'b', 'c']) await table.upsert([{ id }]);

    const all = (await filesUnder(address)).map((path) => relative(address, path));
    // The library writes where the newest version is into one file again and again.
    const files = all.filter((path) => !path.endsWith('latest_version_hint.json'));
    const times = files.map((path) => flushed.filter((one) => one === path).length);

    expect(times).toEqual(files.map(() => 1));
    await database.dispose();
  });

  it('is not acknowledged when the disk cannot take it', async () => {
    const database = open();
    const table = await database.table(kept);
    flush = { ...flush, file: () => Promise.reject(Object.assign(new Error('no'), { code: 'EIO' })) };

    const failing = open();

    await expect(failing.table(kept)).rejects.toMatchObject({ code: 'storage-failed' });
    await expect(table.upsert([{ id: 'a' }])).resolves.toMatchObject({ inserted: 1 });
    await failing.dispose();
    await database.dispose();
  });

  it('is not waited for where rows can be made again', async () => {
    const database = open();

    await (await database.table(derived)).upsert([{ id: 'a' }]);

    expect(flushed).toEqual([]);
    await database.dispose();
  });

  it('is on the disk before what it replaces is cleaned up', async () => {
    const manifests = async (): Promise<number> =>
      (await filesUnder(join(address, 'kept.lance/_versions'))).filter((path) => path.endsWith('.manifest')).length;
    const database = open('full', 0, new ClockAhead());
    const table = await database.table(kept);
    for (const id of ['a', 'b', 'c', 'd']) await table.upsert([{ id }]);
    const before = await manifests();
    const whenFlushed: number[] = [];
    const { file } = flush;
    Object.assign(flush, {
      file: async (path: string) => {
        if (path.endsWith('.manifest')) whenFlushed.push(await manifests());
        await file(path);
      },
    });

    await table.optimize();

    expect(whenFlushed[0]).toBeGreaterThan(before);
    expect(await manifests()).toBeLessThan(before);
    await database.dispose();
  });
});
