import { execFileSync } from 'node:child_process';
import { readFile, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { type CheckReport, type StateCheckOptions } from '@lexichord/abstractions';
import { RandomIdSource, SystemClock } from '@lexichord/platform';

import { listManifests, tableFolder } from '../database/table-files.js';
import { equals } from '../predicates/predicate.js';
import { storageOptionsSchema } from '../storage-options.js';
import { notes } from '../test-support/notes-table.js';
import { TemporaryDatabases } from '../test-support/temporary-database.js';
import { TableFilesCheck } from './table-files-check.js';

describe('TableFilesCheck', () => {
  const temporary = new TemporaryDatabases();
  let address: string;

  beforeEach(async () => {
    address = join(await temporary.folder(), 'db');
    const database = temporary.openAt(address);
    const table = await database.table(notes);
    await table.upsert([{ id: 'first', tokens: 'one' }, { id: 'other' }]);
    await table.optimize();
    await table.upsert([{ id: 'second', tokens: 'two' }]);
    await table.deleteWhere(equals('id', 'other'));
    await database.dispose();
  });

  afterEach(() => temporary.dispose());

  const check = async (options?: StateCheckOptions): Promise<readonly CheckReport[]> => {
    const parsed = storageOptionsSchema.parse({ address });
    const files = new TableFilesCheck(
      temporary.openAt(address),
      parsed,
      new SystemClock(),
      new RandomIdSource(),
      temporary.logger,
    );
    return files.run(options);
  };

  const filesIn = async (folder: string): Promise<readonly string[]> => {
    const entries = await readdir(join(tableFolder(address, 'notes'), folder), {
      recursive: true,
      withFileTypes: true,
    });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  };

  it('finds every file of a whole table, and its index', async () => {
    const [files, indexes] = await check();

    expect(files).toMatchObject({ kind: 'table-files', problems: 0, findings: [], uncompared: 0 });
    // Two of rows, one of deletions, some of the index, and the transaction.
    expect(files!.checked).toBeGreaterThan(5);
    expect(indexes).toMatchObject({ kind: 'table-indexes', checked: 1, problems: 0 });
  });

  it('has nothing to say where there is no table', async () => {
    await rm(address, { recursive: true });

    expect(await check()).toMatchObject([
      { checked: 0, problems: 0 },
      { checked: 0, problems: 0 },
    ]);
  });

  it.each(['data', '_deletions', '_transactions', '_indices'])('names a file of %s that is missing', async (folder) => {
    for (const path of await filesIn(folder)) await rm(path);

    const [files] = await check();

    expect(files!.problems).toBeGreaterThan(0);
    expect(files!.findings[0]).toMatchObject({
      subject: 'notes',
      problem: expect.stringContaining(`The file ${folder}/`) as string,
      isMended: false,
    });
  });

  it('names a file that is shorter than it was', async () => {
    const [path = ''] = await filesIn('data');
    await truncate(path, 50);

    const [files] = await check();

    expect(files!.findings).toMatchObject([{ problem: expect.stringContaining('has 50 bytes instead of') as string }]);
  });

  it('reads no file elsewhere that a manifest names', async () => {
    const [data = ''] = await filesIn('data');
    const name = basename(data);
    await writeFile(join(address, '../another'), 'not of the store');
    const [newest] = await listManifests(tableFolder(address, 'notes'));
    const manifest = await readFile(newest!.path);
    const elsewhere = `../../../${'another'.padStart(name.length - '../../../'.length, '/')}`;
    manifest.write(elsewhere, manifest.lastIndexOf(name), 'latin1');
    await writeFile(newest!.path, manifest);

    const [files] = await check();

    expect(files!.findings).toMatchObject([
      {
        subject: 'notes',
        problem: expect.stringContaining('refers to a file in another folder') as string,
        isMended: false,
      },
    ]);
  });

  it.each([
    ['a link', (path: string) => symlink('/dev/zero', path), 'is a link or not a regular file'],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'is a link or not a regular file'],
  ])('names %s in the place of a file, and reads nothing from it', async (_what, make, problem) => {
    const [path = ''] = await filesIn('data');
    await rm(path);
    await make(path);

    const [files] = await check();

    expect(files!.findings).toMatchObject([{ problem: expect.stringContaining(problem) as string }]);
  });

  it('names the index that cannot be loaded, although every row can be read, and removes it when it may', async () => {
    const parts = (await filesIn('_indices')).filter((path) => !path.endsWith('metadata.lance'));
    for (const path of parts) await writeFile(path, 'x'.repeat(200));
    expect(await temporary.openAt(address).inspect()).toMatchObject([{ health: 'ok' }]);

    const [, broken] = await check();
    const [, mended] = await check({ repairs: true });
    const [files, indexes] = await check();

    expect(broken!.findings).toMatchObject([
      { subject: 'notes', problem: expect.stringContaining('tokens_idx cannot be read') as string, isMended: false },
    ]);
    expect(mended!.findings).toMatchObject([{ isMended: true }]);
    expect([files!.problems, indexes!.problems]).toEqual([0, 0]);
    const table = await temporary.openAt(address).table(notes);
    expect(await table.textSearch(['two'], { column: 'tokens', limit: 5 })).toHaveLength(1);
  });

  it('stops when it is told to', async () => {
    await expect(check({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });
});
