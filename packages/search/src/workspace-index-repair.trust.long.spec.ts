import { ErrorCode } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import type { Table } from '@lexichord/storage';

import { ICorpusSource } from './corpus/corpus-source.js';
import { type ChunkRow, chunkTable } from './store/index-tables.js';
import { type IndexSetup, TemporaryIndexes, storedChunks } from './test-support/an-index.js';
import { MemoryWorkspace } from './test-support/memory-workspace.js';

const login = 'def login\n  check the password\n\ndef logout\n  forget the session\n';

describe('WorkspaceIndex.update of an index that is not as it should be', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  const anIndexed = async (maxFileSizeBytes?: number): Promise<IndexSetup> => {
    const workspace = new MemoryWorkspace({ 'src/login.py': login, 'notes.md': 'Notes.\n' });
    const setup = await indexes.make({ workspace, maxFileSizeBytes });
    await setup.index.update();
    return setup;
  };
  const chunksOf = ({ database }: IndexSetup): Promise<Table<ChunkRow>> => database.table(chunkTable(4));
  const aRowOf = async (setup: IndexSetup): Promise<ChunkRow> => {
    for await (const [row] of (await chunksOf(setup)).scan({ batchSize: 1 })) if (row !== undefined) return row;
    throw new TypeError('The index is empty.');
  };

  it.each(['src/login.py', 'gone.py'])('takes away the chunk that an update left behind in %s', async (filePath) => {
    const setup = await anIndexed();
    const before = await storedChunks(setup);
    const stray = { ...(await aRowOf(setup)), id: `${filePath}:90-99@00000000`, filePath, startLine: 90, endLine: 99 };
    await (await chunksOf(setup)).upsert([stray]);

    const report = await setup.index.update();

    expect(report.chunks).toBe(3);
    expect(await storedChunks(setup)).toEqual(before);
    expect((await setup.search.search('login')).hits.every(({ startLine }) => startLine < 90)).toBe(true);
  });

  it('makes the chunks of a file again of which one is missing', async () => {
    const setup = await anIndexed();
    const before = await storedChunks(setup);
    const { id } = await aRowOf(setup);
    const row = await aRowOf(setup);
    await (await chunksOf(setup)).upsert([{ ...row, retiredMs: 1 }]);
    expect(await storedChunks(setup)).toHaveLength(2);

    await setup.index.update();

    expect((await storedChunks(setup)).map(({ record }) => record.id)).toContain(id);
    expect(await storedChunks(setup)).toEqual(before);
  });

  it('forgets a file of which an update that was cut off left the row and took the chunks', async () => {
    const setup = await anIndexed();
    const rows: ChunkRow[] = [];
    for await (const some of (await chunksOf(setup)).scan()) rows.push(...some);
    const own = rows.filter(({ filePath }) => filePath === 'src/login.py');
    await (await chunksOf(setup)).upsert(own.map((row) => ({ ...row, retiredMs: 1 })));
    setup.workspace.remove('src/login.py');

    await setup.index.update();

    expect((await setup.search.search('login')).hits.map(({ filePath }) => filePath)).not.toContain('src/login.py');
    const { files } = await resolveToken(setup.container, ICorpusSource).current({});
    expect([...files.keys()]).toEqual(['notes.md']);
  });

  it('leaves out a file that is larger than what is allowed now, and takes it up when it is allowed again', async () => {
    const { folder, workspace } = await anIndexed();

    const { index: strict } = await indexes.make({ folder, workspace, maxFileSizeBytes: 20 });
    const lowered = await strict.update();
    const { index: generous } = await indexes.make({ folder, workspace });
    const raised = await generous.update();

    expect(lowered).toMatchObject({
      changed: 1,
      chunks: 1,
      skipped: [{ filePath: 'src/login.py', reason: ErrorCode.fileTooLarge }],
    });
    expect(raised).toMatchObject({ changed: 1, chunks: 3, embedded: 0, skipped: [] });
  });

  it('knows the new time of a file that was touched', async () => {
    const { index, search, workspace } = await anIndexed();
    workspace.write('src/login.py', login, 9_000);

    await index.update();

    const { hits } = await search.search('login', { filter: { modifiedSinceMs: 9_000 } });
    expect(hits.map(({ filePath }) => filePath)).toEqual(['src/login.py', 'src/login.py']);
  });
});
