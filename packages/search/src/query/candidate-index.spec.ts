import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveToken } from '@lexichord/platform';
import { type IDatabase, equals } from '@lexichord/storage';

import { ICorpusSource } from '../corpus/corpus-source.js';
import { createIndexCheck } from '../index-services.js';
import { CandidateStore } from '../store/candidate-store.js';
import { candidateTable, wordTable } from '../store/candidate-tables.js';
import { IndexStore } from '../store/index-store.js';
import { type IndexChoice, type IndexSetup, TemporaryIndexes } from '../test-support/an-index.js';
import { collectGarbage } from '../test-support/collect-garbage.js';
import { CountingProvider, WordProvider } from '../test-support/counting-provider.js';
import { describeCandidates } from '../test-support/describe-candidates.js';
import { MemoryWorkspace } from '../test-support/memory-workspace.js';

describeCandidates('memory', () => ({}));
describeCandidates('tables', () => ({ maxChunksInMemory: 0 }));

const files = {
  'src/login.py': 'def login\n  check the password\n\ndef logout\n  forget the session\n',
  'docs/login.md': 'The login asks for a password.\n',
};

/** Other vectors of the same length. */
class ReversedProvider extends CountingProvider {
  constructor() {
    super('reversed-v1');
  }

  protected override vectorOf(text: string): Float32Array {
    return super.vectorOf(text).toReversed();
  }
}

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
  /** How many copies of the index are wrong. */
  const problemsOf = async ({ container }: IndexSetup): Promise<number | undefined> => {
    const reports = await createIndexCheck(container).run();
    return reports.find(({ kind }) => kind === 'search-copies')?.problems;
  };
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
    expect(await memory.database.tableNames()).toEqual(['search-chunks', 'search-files']);
  });

  it('leaves nothing of a file that is denied now in tables that are of no more use', async () => {
    const setup = await anIndexed({ maxChunksInMemory: 2 });
    setup.workspace.denied.add('docs/login.md');

    await setup.index.update();

    expect(await readdir(join(setup.folder, 'db'))).toEqual(['search-chunks.lance', 'search-files.lance']);
    expect((await pathsFor(setup, 'password'))[0]).toBe('src/login.py:1');
  });

  it('finds what is new in an index that has become small, also while its tables are left', async () => {
    const setup = await anIndexed({ maxChunksInMemory: 2 });
    setup.workspace.remove('docs/login.md');
    setup.workspace.write('src/login.py', 'def freshlyAdded\n  new\n', 2_000);
    const { dropTable } = setup.database;
    const dropping = jest.spyOn(setup.database, 'dropTable').mockImplementation(async function (
      this: IDatabase,
      ...call
    ) {
      if (call[0] === 'search-candidates') throw new TypeError('killed');
      await dropTable.apply(this, call);
    });
    await expect(setup.index.update()).rejects.toThrow('killed');
    dropping.mockRestore();

    const { hits, absentNames } = await setup.search.search('freshlyAdded');

    expect([hits[0]?.filePath, absentNames]).toEqual(['src/login.py', []]);
    expect(await setup.database.tableNames()).toContain('search-candidates');
    await setup.index.update();
    expect(await setup.database.tableNames()).toEqual(['search-chunks', 'search-files']);
  });

  it('answers from memory once another process has removed the tables', async () => {
    const setup = await anIndexed({ maxChunksInMemory: 0 });
    const before = await pathsFor(setup, 'session password');
    for (const name of ['search-words', 'search-candidates']) await setup.database.dropTable(name);

    expect(await pathsFor(setup, 'session password')).toEqual(before);
    expect(await pathsFor(setup, 'session')).not.toEqual([]);
  });

  it('holds the index in memory no longer than it is searched there', async () => {
    const { folder, workspace } = await anIndexed({});
    const storage = { address: join(folder, 'db'), storageOptions: {} };
    const reader = await indexes.make({ storage, workspace, maxChunksInMemory: 0 });
    const held = await (async () => {
      await pathsFor(reader, 'session');
      return new WeakRef(await resolveToken(reader.container, ICorpusSource).current({}));
    })();
    expect(await hasFile(reader)).toBe(true);
    const writer = await indexes.make({ folder, workspace, maxChunksInMemory: 0 });
    await writer.index.update();

    expect((await pathsFor(reader, 'session'))[0]).toBe('src/login.py:4');
    await collectGarbage();

    expect([held.deref(), await hasFile(reader)]).toEqual([undefined, false]);
  });

  it('says that tables are behind, and calls no name absent then', async () => {
    const { folder, workspace, index } = await anIndexed({ maxChunksInMemory: 0 });
    const following = jest.spyOn(CandidateStore.prototype, 'follow').mockRejectedValueOnce(new TypeError('killed'));
    workspace.write('src/new.py', 'def freshlyAdded\n  new\n', 2_000);
    await expect(index.update()).rejects.toThrow('killed');
    following.mockRestore();
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

    const reading = jest.spyOn(IndexStore.prototype, 'chunksOf');
    expect(await other.index.update()).toMatchObject({ added: 0, changed: 0 });

    expect(await rows.count()).toBe(3);
    expect((await pathsFor(other, 'session'))[0]).toBe('src/login.py:4');
    // Others keep the rows that they have.
    expect(reading.mock.calls.map(([paths]) => paths)).toEqual([['src/login.py']]);
    reading.mockRestore();
    expect(await problemsOf(other)).toBe(0);
  });

  it('goes on with tables that were being made when a process was killed', async () => {
    const setup = await indexes.make({ workspace: new MemoryWorkspace(files), maxChunksInMemory: 0 });
    const { database, index } = setup;
    const table = database.table.bind(database);
    const opening = jest.spyOn(database, 'table').mockImplementation(async (schema, options) => {
      const opened = await table(schema, options);
      if (schema.name === 'search-words') jest.spyOn(opened, 'upsert').mockRejectedValue(new TypeError('killed'));
      return opened;
    });
    await expect(index.update()).rejects.toThrow('killed');
    opening.mockRestore();
    setup.workspace.write('docs/login.md', 'The login asks for a name.\n', 2_000);
    const reading = jest.spyOn(IndexStore.prototype, 'chunksOf');

    await index.update();

    expect(reading.mock.calls.map(([paths]) => paths)).toEqual([['docs/login.md']]);
    reading.mockRestore();
    expect(await problemsOf(setup)).toBe(0);
  });

  it('keeps no rows of another embedding whose vectors are as long', async () => {
    const { folder, workspace } = await anIndexed({ maxChunksInMemory: 0 });
    const other = await indexes.make({ folder, workspace, maxChunksInMemory: 0, provider: new ReversedProvider() });

    await other.index.update();

    expect(await problemsOf(other)).toBe(0);
  });

  it('answers a reader from memory that may not change tables of another embedding', async () => {
    const { folder, workspace } = await anIndexed({ maxChunksInMemory: 0 });
    const choice = { folder, workspace, maxChunksInMemory: 0, provider: new WordProvider() };
    const other = await indexes.make(choice);
    jest.spyOn(CandidateStore, 'open').mockRejectedValueOnce(new TypeError('killed'));
    await expect(other.index.update()).rejects.toThrow('killed');
    const reader = await indexes.make({ ...choice, readOnly: true });

    expect((await pathsFor(reader, 'session'))[0]).toBe('src/login.py:4');
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
