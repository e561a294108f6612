import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { CheckReport, StateCheckOptions } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import type { IDatabase } from '@lexichord/storage';

import { readCorpus, writeCorpus } from '../corpus/corpus-file.js';
import { ICorpusSource } from '../corpus/corpus-source.js';
import { createIndexCheck } from '../index-services.js';
import { type ChunkRow, chunkTable, fileTable } from '../store/index-tables.js';
import { candidateTable, wordTable } from '../store/candidate-tables.js';
import { IndexStore } from '../store/index-store.js';
import { CountingProvider } from '../test-support/counting-provider.js';
import { type IndexChoice, type IndexSetup, TemporaryIndexes, storedChunks } from '../test-support/an-index.js';
import { MemoryWorkspace } from '../test-support/memory-workspace.js';

const files = {
  'a.py': 'def login(name):\n  return name\n\ndef logout(name):\n  return None\n',
  'b.md': 'Some notes on the ferry.\n\nAnd on the tide.\n',
};

describe('IndexCheck', () => {
  const indexes = new TemporaryIndexes();

  afterEach(() => indexes.dispose());

  async function anIndex(provider = new CountingProvider(), choice: IndexChoice = {}): Promise<IndexSetup> {
    const setup = await indexes.make({ workspace: new MemoryWorkspace(files), provider, ...choice });
    await setup.index.update();
    return setup;
  }

  async function check(setup: IndexSetup, options?: StateCheckOptions): Promise<Readonly<Record<string, CheckReport>>> {
    const reports = await createIndexCheck(setup.container).run(options);
    return Object.fromEntries(reports.map((report) => [report.kind.replace('search-', ''), report]));
  }

  /** Writes the first chunk of `a.py` as a writer does who makes a mistake. */
  async function forge({ database }: IndexSetup, change: (row: ChunkRow) => Partial<ChunkRow>): Promise<string> {
    const table = await database.table(chunkTable(4));
    const rows: ChunkRow[] = [];
    for await (const batch of table.scan()) rows.push(...batch);
    const row = rows.find(({ filePath, startLine }) => filePath === 'a.py' && startLine === 1)!;
    await table.upsert([{ ...row, ...change(row) }]);
    return row.id;
  }

  it('finds nothing where there is no index, and nothing wrong in a whole one', async () => {
    const none = await check(await indexes.make());

    const whole = await check(await anIndex());

    expect(Object.values(none).map(({ checked }) => checked)).toEqual([0, 0, 0, 0]);
    expect(whole).toMatchObject({
      files: { checked: 2, problems: 0 },
      chunks: { checked: 4, problems: 0, uncompared: 0 },
      vectors: { checked: 4, problems: 0, uncompared: 0 },
      copies: { checked: 2, problems: 0, uncompared: 0 },
    });
  });

  it.each<[string, 'chunks' | 'vectors', string, (row: ChunkRow) => Partial<ChunkRow>]>([
    ['words', 'chunks', 'Its words', ({ words }) => ({ words: `${words}\n9 ferry` })],
    ['vector', 'vectors', 'Its vector', () => ({ vector: Int8Array.of(127, 0, 0, 0) })],
    ['description', 'chunks', 'description does not match', () => ({ symbol: 'other' })],
    ['definitions', 'chunks', 'definitions cannot be read', () => ({ definitions: '{' })],
    ['lines', 'chunks', 'does not match its lines', () => ({ startLine: 2 })],
  ])('names a chunk with other %s, and has its file indexed again', async (_what, kind, problem, change) => {
    const setup = await anIndex();
    const before = await storedChunks(setup);
    const id = await forge(setup, change);

    const found = await check(setup);
    const mended = await check(setup, { repairs: true });
    await setup.index.update();
    const after = await check(setup);

    expect(found[kind]!.findings).toMatchObject([
      { subject: id, problem: expect.stringContaining(problem) as string, isMended: false },
    ]);
    expect(mended[kind]!.findings).toMatchObject([{ subject: id, isMended: true }]);
    expect(Object.values(after).map(({ problems }) => problems)).toEqual([0, 0, 0, 0]);
    expect(await storedChunks(setup)).toEqual(before);
  });

  it('names a file whose row says something else of its chunks', async () => {
    const setup = await anIndex();
    const table = await setup.database.table(fileTable);
    const rows = await table.get(['a.py', 'b.md']);
    await table.upsert([{ ...rows.get('a.py')!, chunks: 7 }]);
    await table.upsert([{ ...rows.get('b.md')!, chunksHash: 'other' }]);
    await forge(setup, () => ({ id: 'c.py:1-2@00000000', filePath: 'c.py' }));

    const { files: found } = await check(setup);

    const problems = found!.findings.map(({ subject, problem }) => [subject, problem.split('.')[0]]);
    expect(problems.sort()).toEqual([
      ['a.py', 'It has 2 chunks, but its row states 7'],
      ['b.md', 'Its chunks differ from those that were written'],
      ['c.py', 'It has chunks but no row in the table of files'],
    ]);
  });

  it('compares no chunk with a file that was changed or removed, and counts what is out of use', async () => {
    const setup = await anIndex();
    setup.workspace.write('a.py', 'def other():\n  return 1\n', 2_000);
    const changed = await check(setup);
    await setup.index.update();
    const { chunks } = await check(setup);

    expect(changed).toMatchObject({ chunks: { problems: 0, uncompared: 2 }, vectors: { problems: 0, uncompared: 2 } });
    expect(chunks).toMatchObject({ checked: 5, problems: 0, uncompared: 2 });
  });

  it('asks no embedding server, and says how many vectors it made', async () => {
    const provider = new CountingProvider();
    provider.isRepeatable = false;
    const setup = await anIndex(provider);
    provider.takeAsked();

    const { vectors, chunks } = await check(setup);

    expect(vectors).toMatchObject({ checked: 4, uncompared: 4, problems: 0 });
    expect(vectors!.uncomparedReason).toContain('embedding server');
    expect(chunks).toMatchObject({ checked: 4, uncompared: 0, problems: 0 });
    expect(provider.takeAsked()).toEqual([]);
  });

  it('names a copy that is whole and no copy of the tables, and removes it when it may', async () => {
    const setup = await anIndex();
    const { identity } = resolveToken(setup.container, ICorpusSource);
    const path = join(setup.folder, 'search-corpus.bin');
    const { corpus, fingerprint } = (await readCorpus(path, JSON.stringify(identity)))!;
    const [first, ...others] = corpus.records;
    const forged = { ...corpus, records: [{ ...first!, symbol: 'forged' }, ...others] };
    await writeCorpus(path, forged, { identity: JSON.stringify(identity), fingerprint });
    const ledgerPath = join(setup.folder, 'search-files.json');
    await writeFile(ledgerPath, (await readFile(ledgerPath, 'utf8')).replace(/"chunks":2/u, '"chunks":3'));

    const { copies } = await check(setup);
    const { copies: mended } = await check(setup, { repairs: true });
    const { copies: after } = await check(setup);

    expect(copies!.findings.map(({ subject }) => subject)).toEqual([path, ledgerPath]);
    expect(mended).toMatchObject({ problems: 2, mended: 2 });
    expect(after).toMatchObject({ checked: 0, problems: 0 });
  });

  it('stops when it is told to', async () => {
    const setup = await anIndex();

    await expect(check(setup, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });

  it('stops when it is told to while it counts the words of tables of candidates', async () => {
    const setup = await anIndex(new CountingProvider(), { maxChunksInMemory: 0 });
    const stopping = new AbortController();
    const existingTable = setup.database.existingTable.bind(setup.database);
    jest.spyOn(setup.database, 'existingTable').mockImplementation(async (schema, options) => {
      const table = await existingTable(schema, options);
      if (table === undefined || schema.name !== 'search-words') return table;
      const count = table.count.bind(table);
      jest.spyOn(table, 'count').mockImplementation((...call) => {
        stopping.abort(new Error('enough'));
        return count(...call);
      });
      return table;
    });

    await expect(check(setup, { signal: stopping.signal })).rejects.toThrow('enough');
  });

  it('can be stopped while it reads the chunks for the copy in memory', async () => {
    const setup = await anIndex();
    const { signal } = new AbortController();
    const reading = jest.spyOn(IndexStore.prototype, 'chunksOf');

    await check(setup, { signal });

    expect(reading.mock.calls.map(([, options]) => options.signal)).toEqual([signal]);
    reading.mockRestore();
  });

  it.each<[string, (setup: IndexSetup) => Promise<unknown>]>([
    [
      'a chunk',
      async ({ database }) => {
        const rows = await database.table(candidateTable(4));
        await rows.upsert(
          [...(await rows.get(await idsOf(database))).values()].map((row) => ({ ...row, terms: 'other' })),
        );
        await noteVersions(database);
      },
    ],
    [
      'a count',
      async ({ database }) => {
        await (await database.table(wordTable)).upsert([{ word: 'login', chunks: 9, definers: 9 }]);
        await noteVersions(database);
      },
    ],
  ])(
    'names tables of candidates with %s that is not of the index, and has them made anew',
    async (_what, forgeTables) => {
      const setup = await anIndex(new CountingProvider(), { maxChunksInMemory: 0 });
      expect(await check(setup)).toMatchObject({ copies: { checked: 2, problems: 0, uncompared: 0 } });
      await forgeTables(setup);

      const found = await check(setup);
      const mended = await check(setup, { repairs: true });
      expect(await setup.database.tableNames()).not.toContain('search-candidates');
      await setup.index.update();

      expect(found['copies']!.findings).toMatchObject([
        { subject: 'search-candidates, search-words', isMended: false },
      ]);
      expect(mended['copies']!.findings).toMatchObject([{ isMended: true }]);
      expect(await check(setup)).toMatchObject({ copies: { checked: 2, problems: 0, uncompared: 0 } });
    },
  );
});

async function idsOf(database: IDatabase): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const rows of (await database.table(candidateTable(4))).scan({ columns: ['id'] })) {
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** As if the tables had been left as they are. */
async function noteVersions(database: IDatabase): Promise<void> {
  const rows = await database.table(candidateTable(4));
  const words = await database.table(wordTable);
  await rows.writeMetadata({ version: String(await rows.version()), 'word-version': String(await words.version()) });
}
