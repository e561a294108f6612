import { copyFile, readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { TableRepair } from '@lexichord/abstractions';
import { SystemClock } from '@lexichord/platform';
import { SequentialIdSource } from '@lexichord/testing';

import { joinFields, messageField, messagesIn, numberField } from '../database/lance-message.js';
import { messageOf } from '../database/manifest.js';
import { listManifests, tableFolder } from '../database/table-files.js';
import { writeFlushMark } from '../durability/flush-marks.js';
import { equals } from '../predicates/predicate.js';
import { column } from '../schema/column.js';
import { defineTable } from '../schema/table-schema.js';
import { TemporaryDatabases, collect } from '../test-support/temporary-database.js';
import type { Table } from '../table/table.js';
import { repairDatabase } from './repair-database.js';

const words = defineTable({
  name: 'words',
  version: 1,
  columns: { id: column.string(), text: column.string() },
  key: 'id',
  derived: false,
  checksummed: true,
});
type Word = { readonly id: string; readonly text: string };
const word = (id: string, text = `word ${id}`): Word => ({ id, text });

/** Fields of Lance's messages. */
const [readVersionField, rewriteKind, groupsField, fragmentsField] = [1, 104, 3, 2] as const;

describe('a table whose newest manifest is lost', () => {
  const temporary = new TemporaryDatabases();
  let root: string;
  let folder: string;

  beforeEach(async () => {
    root = await temporary.folder();
    folder = tableFolder(root, words.name);
  });

  afterEach(() => temporary.dispose());

  async function write(work: (table: Table<Word>) => Promise<void>): Promise<void> {
    const database = temporary.openAt(root);
    await work(await database.table(words));
    await database.dispose();
  }

  async function repair(): Promise<TableRepair> {
    const services = { clock: new SystemClock(), idSource: new SequentialIdSource(), logger: temporary.logger };
    const [report] = await repairDatabase({ address: root }, services, { derivedTables: {} });
    return report!;
  }

  async function read(): Promise<readonly Word[]> {
    const table = await temporary.openAt(root).existingTable(words);
    const rows = table === undefined ? [] : await collect(table.scan());
    return [...rows].sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  const loseManifests = async (count: number): Promise<void> => {
    for (const { path } of (await listManifests(folder)).slice(0, count)) await rm(path);
  };

  /** The file of rows with a text, which no other has. */
  async function fileWith(text: string): Promise<string> {
    const paths = (await readdir(join(folder, 'data'))).map((name) => join(folder, 'data', name));
    const files = await Promise.all(paths.map((path) => readFile(path)));
    return paths[files.findIndex((file) => file.includes(text))] ?? '';
  }

  const commits: readonly (readonly [string, (table: Table<Word>) => Promise<unknown>])[] = [
    ['rows that were added', (table) => table.upsert([word('c'), word('d')])],
    ['rows that were replaced', (table) => table.upsert([word('a', 'other a'), word('b', 'other b')])],
    ['rows that were replaced and added', (table) => table.upsert([word('a', 'other a'), word('c')])],
    ['rows that were deleted', (table) => table.deleteWhere(equals('id', 'a'))],
    ['a whole file that was deleted', (table) => table.deleteWhere(equals('id', 'z'))],
    ['files that were joined', (table) => table.optimize()],
  ];

  it.each(commits)('is as it was, with %s', async (_what, commit) => {
    await write(async (table) => {
      await table.upsert([word('a'), word('b'), word('x', 'long ago')]);
      await table.upsert([word('z')]);
      await table.deleteWhere(equals('id', 'x'));
      await commit(table);
    });
    const before = await read();
    await loseManifests(1);

    const { action, message } = await repair();

    expect([action, message]).toEqual(['recovered', expect.stringContaining(`all of the ${before.length} rows`)]);
    expect(await read()).toEqual(before);
    expect(await repair()).toMatchObject({ action: 'none' });
    await write(async (table) => {
      await table.upsert([word('new')]);
      await table.optimize();
    });
    expect(await read()).toEqual([...before, word('new')].sort((one, other) => (one.id < other.id ? -1 : 1)));
  });

  it('is as it was after all of its commits, and has no row that was deleted', async () => {
    await write(async (table) => {
      for (const [, commit] of commits) await commit(table);
      await table.deleteWhere(equals('id', 'd'));
    });
    const before = await read();
    const count = (await listManifests(folder)).length;
    expect(before.map(({ id }) => id)).toEqual(['b', 'c']);
    await loseManifests(count - 1);

    const { action } = await repair();

    expect([action, count > 6]).toEqual(['recovered', true]);
    expect(await read()).toEqual(before);
  });

  it('loses only the rows of a file that is damaged, too', async () => {
    await write(async (table) => {
      for (const id of ['a', 'b', 'c']) await table.upsert([word(id)]);
    });
    await truncate(await fileWith('word b'), 40);
    await loseManifests(1);

    const { action, message } = await repair();

    expect([action, message]).toEqual(['salvaged', expect.stringContaining('2 of its rows are intact')]);
    expect(message).toContain('; 1 could not be read');
    expect(await read()).toEqual([word('a'), word('c')]);
  });

  it('goes as far as its commits are known', async () => {
    await write(async (table) => {
      for (const id of ['a', 'b', 'c']) await table.upsert([word(id)]);
    });
    await loseManifests(2);
    const transactions = join(folder, '_transactions');
    const [last = ''] = (await readdir(transactions)).sort().toReversed();
    await rm(join(transactions, last));

    const { action, message } = await repair();

    expect([action, message]).toEqual(['salvaged', expect.stringContaining('the last commit could not be read')]);
    expect(await read()).toEqual([word('a'), word('b')]);
  });

  it('takes no commit where two may have been the last', async () => {
    await write(async (table) => {
      for (const id of ['a', 'b']) await table.upsert([word(id)]);
    });
    await loseManifests(1);
    const transactions = join(folder, '_transactions');
    const [last = ''] = (await readdir(transactions)).sort().toReversed();
    await copyFile(join(transactions, last), join(transactions, last.replace('-', '-0')));

    const { action, message } = await repair();

    expect([action, message]).toEqual(['stepped-back', expect.stringContaining('not referenced by a version')]);
    expect(await read()).toEqual([word('a')]);
  });

  /** Commits that join files, in as many orders as there are, and lead to no version that was on the disk. */
  async function leaveJoins(groupsOfEach: readonly (readonly Buffer[])[]): Promise<void> {
    for (const [index, groups] of groupsOfEach.entries()) {
      const joins = messageField(rewriteKind, joinFields(groups.map((group) => messageField(groupsField, group))));
      const commit = joinFields([numberField(readVersionField, 1), joins]);
      await writeFile(join(folder, '_transactions', `1-${index}.txn`), commit);
    }
    await writeFlushMark(folder, 1_000n);
  }

  it('takes no join of no files for a commit', async () => {
    await write(async (table) => {
      await table.upsert([word('a')]);
    });
    await leaveJoins(Array.from({ length: 50 }, (_none, index) => (index % 2 === 0 ? [] : [Buffer.alloc(0)])));

    expect(await repair()).toMatchObject({ action: 'stepped-back' });
    expect(await read()).toEqual([word('a')]);
  });

  it('does not try every order of twenty joins', async () => {
    await write(async (table) => {
      for (let index = 0; index < 20; index += 1) await table.upsert([word(`${index}`)]);
    });
    const before = await read();
    const [newest] = await listManifests(folder);
    const fragments = messagesIn(messageOf(await readFile(newest!.path))!, fragmentsField);
    // Each file is replaced by itself.
    await leaveJoins(fragments.map((one) => [joinFields([messageField(1, one), messageField(2, one)])]));

    const { action, message } = await repair();

    expect([action, fragments.length]).toEqual(['salvaged', 20]);
    expect(message).toContain('20 of its rows are intact');
    expect(message).toContain(`the last ${1_000 - Number(newest!.version) - 20} commits`);
    expect(await read()).toEqual(before);
  });

  it('reads no file elsewhere that a commit names', async () => {
    await write(async (table) => {
      for (const id of ['a', 'b']) await table.upsert([word(id)]);
    });
    await loseManifests(1);
    const transactions = join(folder, '_transactions');
    const [last = ''] = (await readdir(transactions)).sort().toReversed();
    const bytes = await readFile(join(transactions, last));
    const name = (await fileWith('word b')).split('/').at(-1)!;
    bytes.write('../../a/', bytes.indexOf(name));
    await writeFile(join(transactions, last), bytes);

    expect(await repair()).toMatchObject({ action: 'stepped-back' });
  });

  describe('or can be opened and is damaged', () => {
    beforeEach(async () => {
      await write(async (table) => {
        await table.upsert([word('a'), word('b')]);
        await table.upsert([word('a', 'other a')]);
        await table.upsert([word('c')]);
      });
    });

    /** One bit, so that the deletions of the first file are another field and the row that was replaced is back. */
    async function forgetDeletions(path: string): Promise<void> {
      const bytes = await readFile(path);
      const start = Number(bytes.readBigInt64LE(bytes.length - 16));
      const at =
        start +
        bytes
          .subarray(start)
          .toString('latin1')
          .search(/\x1a[\x0d-\x0f]\x10/u);
      expect(at).toBeGreaterThan(start);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x20, at);
      await writeFile(path, bytes);
    }

    it('is made again from the one before it and the commit', async () => {
      const before = await read();
      await forgetDeletions((await listManifests(folder))[0]!.path);
      expect(await read()).toHaveLength(before.length + 1);

      expect(await repair()).toMatchObject({ action: 'recovered' });

      expect(await read()).toEqual(before);
    });

    it('is believed where the one before it is damaged', async () => {
      const before = await read();
      await forgetDeletions((await listManifests(folder))[1]!.path);

      expect(await repair()).toMatchObject({ action: 'none' });

      expect(await read()).toEqual(before);
    });

    it('is believed where the file of its commit is damaged', async () => {
      const before = await read();
      const transactions = join(folder, '_transactions');
      const [last = ''] = (await readdir(transactions)).sort().toReversed();
      const bytes = await readFile(join(transactions, last));
      const name = (await fileWith('word c')).split('/').at(-1)!;
      bytes.write('x', bytes.indexOf(name));
      await writeFile(join(transactions, last), bytes);

      expect(await repair()).toMatchObject({ action: 'none' });

      expect(await read()).toEqual(before);
    });
  });
});
