import { readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { TableRepair } from '@lexichord/abstractions';
import { SystemClock } from '@lexichord/platform';
import { SequentialIdSource } from '@lexichord/testing';

import { tableFolder } from '../database/table-files.js';
import { notes } from '../test-support/notes-table.js';
import { TemporaryDatabases } from '../test-support/temporary-database.js';
import { repairDatabase } from './repair-database.js';

describe('repairDatabase', () => {
  const temporary = new TemporaryDatabases();
  let address: string;

  beforeEach(async () => {
    address = join(await temporary.folder(), 'db');
    const database = temporary.openAt(address);
    const table = await database.table(notes);
    await table.upsert([{ id: 'first', tokens: 'one' }]);
    await table.upsert([{ id: 'second', tokens: 'two' }]);
    await database.dispose();
  });

  afterEach(() => temporary.dispose());

  const repair = (derivedTables: Readonly<Record<string, string>> = {}): Promise<readonly TableRepair[]> => {
    const services = { clock: new SystemClock(), idSource: new SequentialIdSource(), logger: temporary.logger };
    return repairDatabase({ address }, services, { derivedTables });
  };

  const newestManifest = async (): Promise<string> => {
    const versions = join(tableFolder(address, 'notes'), '_versions');
    const [newest = ''] = (await readdir(versions)).filter((name) => name.endsWith('.manifest')).sort();
    return join(versions, newest);
  };

  /** Without them, nobody knows what a lost version was. */
  const removeCommits = (): Promise<void> =>
    rm(join(tableFolder(address, 'notes'), '_transactions'), { recursive: true });

  const cutData = async (): Promise<void> => {
    const data = join(tableFolder(address, 'notes'), 'data');
    for (const name of await readdir(data)) await truncate(join(data, name), 40);
  };

  it('leaves what is whole alone', async () => {
    expect(await repair()).toEqual([{ name: 'notes', action: 'none', message: '' }]);
    expect(await (await temporary.openAt(address).table(notes)).count()).toBe(2);
  });

  it.each([
    ['cut off', 0.5],
    ['empty', 0],
  ])('goes back to the version before a manifest that is %s, with its commit', async (_state, share) => {
    const manifest = await newestManifest();
    await truncate(manifest, Math.floor((await stat(manifest)).size * share));
    await removeCommits();
    const broken = temporary.openAt(address);
    await expect(broken.table(notes)).rejects.toMatchObject({ code: 'storage-failed', details: { fault: 'damaged' } });
    await expect(broken.table(notes)).rejects.toThrow('lexichord doctor --repair');
    expect(await broken.inspect()).toMatchObject([{ name: 'notes', health: 'damaged' }]);

    const [report] = await repair();

    expect(report).toMatchObject({ name: 'notes', action: 'stepped-back' });
    expect(report!.message).toMatch(/The last changes to table "notes" are lost.*notes\.damaged-/u);
    expect(report!.message).toContain('1 file of rows is not referenced by a version');
    const table = await temporary.openAt(address).table(notes);
    expect([table.origin, [...(await table.get(['first', 'second'])).keys()]]).toEqual(['existing', ['first']]);
    await table.upsert([{ id: 'second' }]);
    expect(await table.count()).toBe(2);
  });

  it('does not take an older version for the newest, and goes back to it in a repair that says so', async () => {
    await rm(await newestManifest());
    await removeCommits();
    const broken = temporary.openAt(address);
    await expect(broken.existingTable(notes)).rejects.toMatchObject({ details: { fault: 'damaged' } });
    await expect(broken.table(notes)).rejects.toThrow('name its newest version are missing');
    expect(await broken.inspect()).toMatchObject([{ name: 'notes', health: 'damaged' }]);

    const [report] = await repair();

    expect(report).toMatchObject({ action: 'stepped-back', message: expect.stringContaining('are lost') as string });
    const table = await temporary.openAt(address).table(notes);
    expect([...(await table.get(['first', 'second'])).keys()]).toEqual(['first']);
    expect(await temporary.openAt(address).inspect()).toMatchObject([{ health: 'ok' }]);
    expect(await repair()).toMatchObject([{ action: 'none' }]);
  });

  it('does not take a table that has lost every version for none', async () => {
    await rm(join(tableFolder(address, 'notes'), '_versions'), { recursive: true });

    await expect(temporary.openAt(address).existingTable(notes)).rejects.toThrow('name its newest version are missing');

    expect(await repair()).toMatchObject([{ action: 'set-aside' }]);
    expect(await temporary.openAt(address).existingTable(notes)).toBeUndefined();
  });

  it('removes a derived table whose rows are damaged, and says so', async () => {
    await cutData();
    expect(await temporary.openAt(address).inspect()).toMatchObject([{ health: 'damaged' }]);

    expect(await repair({ notes: 'Writing makes it again.' })).toMatchObject([
      {
        action: 'dropped',
        message: expect.stringMatching(/was removed[.] Writing makes it again[.]$/u) as string,
      },
    ]);

    expect((await temporary.openAt(address).table(notes)).origin).toBe('created');
  });

  it('keeps the files of a table whose rows can be neither read nor made again', async () => {
    await cutData();

    const [report] = await repair();

    expect(report).toMatchObject({ action: 'salvaged' });
    expect(report?.message).toContain('0 of its rows are intact');
    expect((await readdir(address)).filter((name) => name.startsWith('notes.damaged-'))).toHaveLength(1);
    expect(temporary.logger.templates('warn')).toContain('Repaired table {table}: {action}');
  });

  it('sets aside a table without any manifest that can be read', async () => {
    const versions = join(tableFolder(address, 'notes'), '_versions');
    for (const name of await readdir(versions)) await writeFile(join(versions, name), 'x');

    expect(await repair()).toMatchObject([{ action: 'set-aside' }]);
  });

  it('has nothing to do where there is no folder, and does nothing elsewhere', async () => {
    await rm(address, { recursive: true });

    expect(await repair()).toEqual([]);
    address = 'gs://bucket/x';
    await expect(repair()).rejects.toThrow('Only tables in a local folder can be repaired');
  });
});
