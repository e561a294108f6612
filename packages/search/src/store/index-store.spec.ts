import { ErrorCode } from '@lexichord/abstractions';
import { SystemClock, resolveToken } from '@lexichord/platform';

import { ICorpusSource } from '../corpus/corpus-source.js';
import { type IndexSetup, TemporaryIndexes, storedChunks } from '../test-support/an-index.js';
import { MemoryWorkspace } from '../test-support/memory-workspace.js';
import { type IndexBatch, IndexStore } from './index-store.js';
import { type FileRow, chunkTable, fileTable } from './index-tables.js';

describe('IndexStore.writeChunks and writeFiles', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  const storeOf = ({ container, database }: IndexSetup): Promise<IndexStore> => {
    const { identity } = resolveToken(container, ICorpusSource);
    return IndexStore.open(database, { identity, rebuild: false, clock: new SystemClock() });
  };

  const write = async (store: IndexStore, batch: IndexBatch): Promise<readonly FileRow[]> => {
    await store.writeChunks(batch, {});
    return store.writeFiles(batch, {});
  };

  it('takes out of use what another process has written to the files since they were read', async () => {
    const setup = await indexes.make({ workspace: new MemoryWorkspace({ 'a.md': 'Some notes.\n' }) });
    await setup.index.update();
    const before = await storedChunks(setup);
    const store = await storeOf(setup);
    const [file] = (await store.indexedFiles({})).values();
    const stored = await store.storedChunks(['a.md'], {});
    const [own] = stored.rows;
    if (file === undefined || own === undefined) throw new TypeError('The index is empty.');
    const chunks = await setup.database.table(chunkTable(4));
    await chunks.upsert([{ ...own, id: 'a.md:90-99@00000000', startLine: 90, endLine: 99 }]);

    const rows = await write(store, { files: [file], chunks: [own], stored: [stored] });

    expect(rows).toEqual([file]);
    expect(await storedChunks(setup)).toEqual(before);
  });

  it('does not look again for what it has written itself, and does when another process has written since', async () => {
    const setup = await indexes.make({ workspace: new MemoryWorkspace({ 'a.md': 'Some.\n', 'b.md': 'Others.\n' }) });
    await setup.index.update();
    const store = await storeOf(setup);
    const chunks = await setup.database.table(chunkTable(4));
    const known = [...(await store.indexedFiles({})).values()];
    const batches = [];
    for (const file of known) batches.push({ file, stored: await store.storedChunks([file.filePath], {}) });
    const lookAgain = jest.spyOn(store, 'storedChunks');

    for (const { file, stored } of batches) {
      const rows = stored.rows.map((row) => ({ ...row, tokenCount: row.tokenCount + 1 }));
      await write(store, { files: [file], chunks: rows, stored: [stored] });
    }
    expect(lookAgain).not.toHaveBeenCalled();

    const [{ file, stored } = batches[0]!] = batches;
    await chunks.upsert(stored.rows.map((row) => ({ ...row, id: `${row.id}x` })));
    await write(store, { files: [file], chunks: stored.rows, stored: [stored] });
    expect(lookAgain).toHaveBeenCalledTimes(1);
    expect((await chunks.get(stored.rows.map(({ id }) => `${id}x`))).values().next().value?.retiredMs).toBeDefined();
  });

  it('finds what another process has written to tables that were empty', async () => {
    const setup = await indexes.make({ workspace: new MemoryWorkspace({ 'a.md': 'Some notes.\n' }) });
    await setup.index.update();
    const source = await storeOf(setup);
    const [file] = (await source.indexedFiles({})).values();
    const [own] = (await source.storedChunks(['a.md'], {})).rows;
    if (file === undefined || own === undefined) throw new TypeError('The index is empty.');
    expect(await source.snapshotIfEmpty({})).toBeUndefined();
    const other = await indexes.make();
    const store = await storeOf(other);

    const empty = await store.snapshotIfEmpty({});
    const chunks = await other.database.table(chunkTable(4));
    await chunks.upsert([{ ...own, id: 'a.md:90-99@00000000', startLine: 90, endLine: 99 }]);
    if (empty === undefined) throw new TypeError('The new index is not empty.');
    await write(store, { files: [file], chunks: [own], stored: [empty] });

    expect((await storedChunks(other)).map(({ record }) => record.id)).toEqual([own.id]);
  });
});

describe('the tables of the search index', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  it('have no index that no query asks', async () => {
    const { database, index } = await indexes.make({ workspace: new MemoryWorkspace({ 'a.md': 'Some notes.\n' }) });
    await index.update();

    expect((await (await database.table(chunkTable(4))).optimize()).indexedColumns).toEqual([]);
  });
});

describe('IndexStore.open', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  it('refuses chunks of a later version when the index has another identity, and leaves them', async () => {
    const { container, database, index } = await indexes.make({
      workspace: new MemoryWorkspace({ 'a.md': 'Some.\n' }),
    });
    await index.update();
    const schema = chunkTable(4);
    const later = await database.table({ ...schema, version: schema.version + 1 });
    const identity = { ...resolveToken(container, ICorpusSource).identity, chunker: 'another' };

    const open = IndexStore.open(database, { identity, rebuild: false, clock: new SystemClock() });

    await expect(open).rejects.toThrow('which a newer Lexichord wrote');
    expect(await later.count()).toBe(0);
  });

  it('has files judged anew that an older rule took for text, where the rules can differ, once', async () => {
    const workspace = new MemoryWorkspace({ 'data.txt': 'A line of data.\n'.repeat(600), 'a.md': 'Some notes.\n' });
    const { folder, database, index } = await indexes.make({ workspace });
    await index.update();
    await (await database.table(fileTable)).writeMetadata({ 'text-rule': undefined });
    workspace.unreadable.set('data.txt', ErrorCode.binaryFile);
    workspace.read.length = 0;
    const later = await indexes.make({ folder, workspace });

    await later.index.update();

    expect(workspace.read).toEqual(['data.txt']);
    expect((await storedChunks(later)).map(({ record }) => record.filePath)).toEqual(['a.md']);
    await (await indexes.make({ folder, workspace })).index.update();
    expect(workspace.read).toEqual(['data.txt']);
  });
});
