import { readFileSync } from 'node:fs';
import { readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { SystemClock } from '@lexichord/platform';
import { SequentialIdSource } from '@lexichord/testing';
import { lock } from 'proper-lockfile';

import { equals, or } from '../predicates/predicate.js';
import { column } from '../schema/column.js';
import { defineTable } from '../schema/table-schema.js';
import { TemporaryDatabases, collect } from '../test-support/temporary-database.js';
import { repairDatabase } from './repair-database.js';

const letters = defineTable({
  name: 'letters',
  version: 1,
  columns: { id: column.string(), text: column.string() },
  key: 'id',
  derived: false,
  checksummed: true,
});

const commits = 5;
const rowsPerCommit = 3;

type Damage = (path: string, bytes: Buffer) => Promise<void>;
const damages: readonly (readonly [string, Damage])[] = [
  ['emptied', (path) => truncate(path, 0)],
  ['cut in half', (path, { length }) => truncate(path, Math.floor(length / 2))],
  ['changed by a letter', (path, bytes) => writeFile(path, changeLetter(bytes))],
  ['removed', (path) => rm(path)],
];

function changeLetter(bytes: Buffer): Buffer {
  bytes.set(Buffer.from('Letter'), bytes.indexOf('letter'));
  return bytes;
}

describe('salvaging a table', () => {
  const temporary = new TemporaryDatabases();
  let root: string;

  beforeEach(async () => {
    root = await temporary.folder();
  });

  afterEach(() => temporary.dispose());

  const repair = () =>
    repairDatabase(
      { address: root },
      { clock: new SystemClock(), idSource: new SequentialIdSource(), logger: temporary.logger },
      { derivedTables: {} },
    );

  const read = async (): Promise<readonly string[]> => {
    const table = await temporary.openAt(root).existingTable(letters);
    const rows = table === undefined ? [] : await collect(table.scan());
    for (const { id, text } of rows) expect(text).toBe(`letter ${id}`);
    return rows.map(({ id }) => id).sort();
  };

  /** Writes commit after commit. */
  async function write(): Promise<void> {
    const database = temporary.openAt(root);
    const table = await database.table(letters);
    for (let commit = 0; commit < commits; commit += 1) {
      const ids = Array.from({ length: rowsPerCommit }, (_, index) => `${commit}.${index}`);
      await table.upsert(ids.map((id) => ({ id, text: `letter ${id}` })));
    }
    await database.dispose();
  }

  /** The data files, in the order in which they were written. */
  async function dataFiles(): Promise<readonly string[]> {
    const folder = join(root, 'letters.lance/data');
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => ({
        path: join(folder, name),
        text: (await readFile(join(folder, name))).toString('latin1'),
      })),
    );
    const commitOf = (text: string): number => Number(/letter (\d)/u.exec(text)?.[1]);
    return files.sort((a, b) => commitOf(a.text) - commitOf(b.text)).map(({ path }) => path);
  }

  it.each(
    damages.flatMap(([what, damage]) =>
      Array.from({ length: commits }, (_, commit) => [what, commit, damage] as const),
    ),
  )('keeps every row that is whole when a file was %s: that of commit %d', async (what, commit, damage) => {
    await write();
    const path = (await dataFiles())[commit] ?? '';
    await damage(path, await readFile(path));

    const [report] = await repair();

    const isLetter = what === 'changed by a letter';
    const lost = isLetter ? 1 : rowsPerCommit;
    const kept = await read();
    expect(kept).toHaveLength(commits * rowsPerCommit - lost);
    expect(kept.filter((id) => !id.startsWith(`${commit}.`))).toHaveLength((commits - 1) * rowsPerCommit);
    expect(report).toMatchObject({ action: 'salvaged' });
    expect(report?.message).toContain(`${kept.length} of its rows are intact and were kept; ${lost} could not be read`);
    expect(await repair()).toMatchObject([{ action: 'none' }]);
  });

  it('keeps what it was, as it was, and goes on as a table', async () => {
    await write();
    const [first = '', last = ''] = [(await dataFiles())[0], (await dataFiles()).at(-1)];
    await truncate(first, 0);
    await rm(last);

    const [report] = await repair();

    const copy = (await readdir(root)).find((name) => name.startsWith('letters.damaged-')) ?? '';
    expect(report?.message).toContain(copy);
    expect((await stat(join(root, copy, 'data', first.split('/').at(-1) ?? ''))).size).toBe(0);
    const table = await temporary.openAt(root).table(letters);
    expect(table.origin).toBe('existing');
    await table.upsert([{ id: 'new', text: 'letter new' }]);
    await table.optimize();
    expect(await read()).toHaveLength((commits - 2) * rowsPerCommit + 1);
  });

  it('takes the row from before that was replaced by one in a file that is damaged', async () => {
    await write();
    const before = new Set(await dataFiles());
    await (await temporary.openAt(root).table(letters)).upsert([{ id: '0.1', text: 'letter 0.1' }]);
    for (const path of (await dataFiles()).filter((file) => !before.has(file))) await truncate(path, 0);

    const [report] = await repair();

    expect(report?.message).toContain('1 of them in their state before the last changes; 0 could not be read');
    expect(await read()).toHaveLength(commits * rowsPerCommit);
  });

  it('brings back no more rows than were lost, and so at most as many that were deleted', async () => {
    await write();
    const table = await temporary.openAt(root).table(letters);
    await table.deleteWhere(or(equals('id', '1.0'), or(equals('id', '1.1'), equals('id', '1.2'))));
    await table.upsert([{ id: 'last', text: 'letter last' }]);
    const last = (await dataFiles()).find((path) => !/letter \d/u.test(readFileSync(path, 'latin1'))) ?? '';
    await truncate(last, 0);

    await repair();

    const kept = await read();
    expect(kept).toHaveLength((commits - 1) * rowsPerCommit + 1);
    expect(kept.filter((id) => id.startsWith('1.'))).toHaveLength(1);
  });

  it('takes rows from before they were merged into a file that is damaged', async () => {
    await write();
    const before = new Set(await dataFiles());
    await (await temporary.openAt(root).table(letters)).optimize();
    const merged = (await dataFiles()).filter((path) => !before.has(path));
    for (const path of merged) await truncate(path, 0);

    expect(merged).toHaveLength(1);
    expect((await repair())[0]?.message).toContain('; 0 could not be read');
    expect(await read()).toHaveLength(commits * rowsPerCommit);
  });

  it('refuses writers meanwhile, and a second repair', async () => {
    await write();
    const table = await temporary.openAt(root).table(letters);
    const release = await lock(root, { lockfilePath: join(root, 'repair.lock'), realpath: false });
    const locked = { code: 'storage-failed', details: { fault: 'locked' } };

    await expect(table.upsert([{ id: 'x', text: 'letter x' }])).rejects.toMatchObject(locked);
    await expect(repair()).rejects.toMatchObject(locked);
    expect(await read()).toHaveLength(commits * rowsPerCommit);

    await release();
    await table.upsert([{ id: 'x', text: 'letter x' }]);
  });
});
