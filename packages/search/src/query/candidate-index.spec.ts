import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveToken } from '@lexichord/platform';
import { equals } from '@lexichord/storage';

import { ICorpusSource } from '../corpus/corpus-source.js';
import { CandidateStore } from '../store/candidate-store.js';
import { candidateTable, wordTable } from '../store/candidate-tables.js';
import { type IndexChoice, type IndexSetup, TemporaryIndexes } from '../test-support/an-index.js';
import { WordProvider } from '../test-support/counting-provider.js';
import { describeCandidates } from '../test-support/describe-candidates.js';
import { MemoryWorkspace } from '../test-support/memory-workspace.js';

describeCandidates('memory', () => ({}));
describeCandidates('tables', () => ({ maxChunksInMemory: 0 }));

const files = {
  'src/login.py': 'def login\n  check the password\n\ndef logout\n  forget the session\n',
  'docs/login.md': 'The login asks for a password.\n',
};

describe('CandidateIndex', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  const anIndexed = async (choice: IndexChoice): Promise<IndexSetup> => {
    const setup = await indexes.make({ workspace: new MemoryWorkspace(files), ...choice });
    await setup.index.update();
    return setup;
  };
  const hasFile = ({ folder }: IndexSetup): Promise<boolean> =>
    access(join(folder, 'search-corpus.bin')).then(
      () => true,
      () => false,
    );
  const pathsFor = async ({ search }: IndexSetup, query: string): Promise<readonly string[]> =>
    (await search.search(query)).hits.map(({ filePath, startLine }) => `${filePath}:${startLine}`);

  it('has tables for candidates beyond the maximum only', async () => {
    const [small, large] = [await anIndexed({ maxChunksInMemory: 3 }), await anIndexed({ maxChunksInMemory: 2 })];

    expect(await small.database.tableNames()).not.toContain('search-candidates');
    expect(await large.database.tableNames()).toEqual(expect.arrayContaining(['search-candidates', 'search-words']));
    expect(await pathsFor(large, 'login password')).toEqual(await pathsFor(small, 'login password'));
  });

  it('neither builds nor saves a copy in memory beyond the maximum', async () => {
    const setup = await anIndexed({ maxChunksInMemory: 2 });
    const corpus = resolveToken(setup.container, ICorpusSource);
    const loaded = jest.spyOn(corpus, 'current');

    expect((await pathsFor(setup, 'session'))[0]).toBe('src/login.py:4');
    await corpus.dispose();

    expect([await hasFile(setup), loaded.mock.calls.length]).toEqual([false, 0]);
  });

  it('moves an index to the tables, and back, when the maximum is another one', async () => {
    const { folder, workspace } = await anIndexed({});
    const tables = await indexes.make({ folder, workspace, maxChunksInMemory: 1 });
    expect((await pathsFor(tables, 'session'))[0]).toBe('src/login.py:4');
    expect(await hasFile(tables)).toBe(true);

    expect(await tables.index.update()).toMatchObject({ added: 0, changed: 0, embedded: 0 });
    expect([await hasFile(tables), (await pathsFor(tables, 'session'))[0]]).toEqual([false, 'src/login.py:4']);

    const memory = await indexes.make({ folder, workspace });
    await memory.index.update();
    expect((await pathsFor(memory, 'session'))[0]).toBe('src/login.py:4');
    expect(await hasFile(memory)).toBe(true);
    expect(await memory.database.tableNames()).toContain('search-candidates');
    await memory.index.update({ rebuild: true });
    expect(await memory.database.tableNames()).toEqual(['search-chunks', 'search-files']);
  });

  it('finds what is new in an index that has become small, beside the tables of when it was large', async () => {
    const setup = await anIndexed({ maxChunksInMemory: 2 });
    setup.workspace.remove('docs/login.md');
    setup.workspace.write('src/login.py', 'def freshlyAdded\n  new\n', 2_000);
    await setup.index.update();

    const { hits, absentNames } = await setup.search.search('freshlyAdded');

    expect([hits[0]?.filePath, absentNames]).toEqual(['src/login.py', []]);
    expect(await setup.database.tableNames()).toContain('search-candidates');
  });

  it('says that tables are behind, and calls no name absent then', async () => {
    const { folder, workspace } = await anIndexed({ maxChunksInMemory: 0 });
    const memory = await indexes.make({ folder, workspace });
    workspace.write('src/new.py', 'def freshlyAdded\n  new\n', 2_000);
    await memory.index.update();
    const reader = await indexes.make({ folder, workspace, maxChunksInMemory: 0, readOnly: true });

    const { warnings, absentNames } = await reader.search.search('freshlyAdded');

    expect(absentNames).toEqual([]);
    expect(warnings).toContainEqual(expect.stringContaining('have not followed it yet'));
  });

  it('has each word of all chunks once, after another process has followed the index meanwhile', async () => {
    const setup = await anIndexed({ maxChunksInMemory: 0 });
    const { folder, workspace, database } = setup;
    const other = await indexes.make({ folder, workspace, maxChunksInMemory: 0 });
    workspace.write('src/new.py', 'def freshlyAdded\n  common\n', 2_000);
    const { countsOf } = CandidateStore.prototype;
    const counting = jest.spyOn(CandidateStore.prototype, 'countsOf');
    counting.mockImplementationOnce(async function (this: CandidateStore, words, options) {
      await other.index.update();
      return countsOf.call(this, words, options);
    });

    await setup.index.update();
    counting.mockRestore();
    await setup.index.update();

    const words = await database.table(wordTable);
    expect((await words.get(['common'])).get('common')?.chunks).toBe(1);
  });

  it('makes tables anew that are not as they were left, also when no file has changed', async () => {
    const setup = await anIndexed({ maxChunksInMemory: 0 });
    const rows = await setup.database.table(candidateTable(4));
    await rows.deleteWhere(equals('filePath', 'src/login.py'));
    const { folder, workspace } = setup;
    const other = await indexes.make({ folder, workspace, maxChunksInMemory: 0 });
    expect((await pathsFor(other, 'session'))[0]).toBe('docs/login.md:1');

    expect(await other.index.update()).toMatchObject({ added: 0, changed: 0 });

    expect(await rows.count()).toBe(3);
    expect((await pathsFor(other, 'session'))[0]).toBe('src/login.py:4');
  });

  it('finds what still holds of tables that have not followed the index yet', async () => {
    const setup = await anIndexed({ maxChunksInMemory: 0 });
    const following = jest.spyOn(CandidateStore.prototype, 'follow').mockRejectedValueOnce(new TypeError('killed'));
    setup.workspace.write('src/login.py', 'def enter\n  show the password\n', 2_000);
    await expect(setup.index.update()).rejects.toThrow('killed');
    following.mockRestore();

    expect(await pathsFor(setup, 'password session')).toEqual(['docs/login.md:1']);
    await setup.index.update();
    expect(await pathsFor(setup, 'password session')).toEqual(expect.arrayContaining(['src/login.py:1']));
  });

  it('looks behind many rows that no longer hold', async () => {
    const many = Array.from({ length: 10 }, (_, file) => `many/${file}.py`);
    const workspace = new MemoryWorkspace({ 'few/a.py': 'a common word in some more words\n' });
    for (const path of many) workspace.write(path, 'common common common\n\n'.repeat(80), 1_000);
    const setup = await anIndexed({ workspace, maxChunksInMemory: 0 });
    const following = jest.spyOn(CandidateStore.prototype, 'follow').mockRejectedValueOnce(new TypeError('killed'));
    for (const path of many) workspace.write(path, 'other\n', 2_000);
    await expect(setup.index.update()).rejects.toThrow('killed');
    following.mockRestore();

    expect(await pathsFor(setup, 'common')).toEqual(['few/a.py:1']);
  });

  it('lets a process search that may not write', async () => {
    const { folder, workspace } = await anIndexed({ maxChunksInMemory: 0 });
    const reader = await indexes.make({ folder, workspace, maxChunksInMemory: 0, readOnly: true });
    const loaded = jest.spyOn(resolveToken(reader.container, ICorpusSource), 'current');

    expect((await pathsFor(reader, 'session'))[0]).toBe('src/login.py:4');
    expect(loaded).not.toHaveBeenCalled();
  });

  it('begins anew with other vectors', async () => {
    const { folder, workspace } = await anIndexed({ maxChunksInMemory: 0 });
    const other = await indexes.make({ folder, workspace, maxChunksInMemory: 0, provider: new WordProvider() });
    await expect(other.search.search('session')).rejects.toMatchObject({ code: 'no-index' });

    await other.index.update();

    expect((await pathsFor(other, 'session'))[0]).toBe('src/login.py:4');
  });
});
