import type { IDatabase } from '../database/database.js';
import { and, atLeast, equals, missing, not, oneOf, startsWith } from '../predicates/predicate.js';
import { type Note, notes } from './notes-table.js';
import { collect } from './temporary-database.js';

/** Opens one more connection to the same, empty place each time it is called within a test. */
export interface StorageUnderTest {
  readonly open: (options?: { readonly batchSize?: number }) => Promise<IDatabase>;
}

/** Tests for tables in every kind of storage. */
export function describeStorage(name: string, storage: StorageUnderTest): void {
  describe(`storage contract: ${name}`, () => {
    it('gives back every kind of value as it was written', async () => {
      const table = await (await storage.open()).table(notes);
      const full: Note = {
        id: 'full',
        title: 'a\0b \ud800 \ufdd0 "quoted" \\ \u0085\u2028\r\n',
        line: -2_147_483_648,
        weight: -0.1,
        pinned: false,
        seenAt: 1_700_000_000_123,
        tags: ['x', '', '\udfff'],
        tokens: 'alpha beta',
        vector: Float32Array.of(1, 2, 3, 4),
        bytes: Int8Array.of(-128, 0, 127),
      };

      await table.upsert([full, { id: 'empty' }]);

      expect(await table.get(['empty', 'none', 'full'])).toEqual(
        new Map<string, Note>([
          ['empty', { id: 'empty' }],
          ['full', full],
        ]),
      );
    });

    it('makes a table once, however many connections want it at the same time', async () => {
      const databases = await Promise.all([1, 2, 3, 4].map(() => storage.open()));

      const tables = await Promise.all(databases.map((database) => database.table(notes)));
      await Promise.all(tables.map((table, writer) => table.upsert([{ id: `${writer}` }])));

      expect(tables.map(({ origin }) => origin).sort()).toEqual(['created', 'existing', 'existing', 'existing']);
      expect(await tables[0]!.count()).toBe(4);
    });

    it('replaces rows by key, counts what it did, and says which version that made', async () => {
      const table = await (await storage.open()).table(notes);
      await table.upsert([{ id: 'a', title: 'old', line: 1 }, { id: 'b' }]);

      const report = await table.upsert([{ id: 'a', title: 'new' }, { id: 'c' }]);

      expect(report).toEqual({ inserted: 1, updated: 1, versions: [await table.version()] });
      expect((await table.get(['a'])).get('a')).toEqual({ id: 'a', title: 'new' });
      expect(await table.count()).toBe(3);
    });

    it('writes any number of rows in one commit when told to, and as many again in their place', async () => {
      const table = await (await storage.open({ batchSize: 100 })).table(notes);
      const before = await table.version();
      const rows = Array.from({ length: 1_050 }, (_, index) => ({ id: `${index}`, title: `first ${index}` }));

      const inserted = await table.upsert(rows, { isOneCommit: true });
      const between = await table.version();
      const updated = await table.upsert(
        rows.map(({ id }) => ({ id, line: 7 })),
        { isOneCommit: true },
      );

      expect([inserted, updated]).toEqual([
        { inserted: 1_050, updated: 0, versions: [before + 1] },
        { inserted: 0, updated: 1_050, versions: [before + 2] },
      ]);
      expect([between, await table.version()]).toEqual([before + 1, before + 2]);
      expect(await table.count(and(equals('line', 7), missing('title')))).toBe(1_050);
      expect(await table.upsert([], { isOneCommit: true })).toEqual({ inserted: 0, updated: 0, versions: [] });
    });

    it('writes nothing when the guarded row is not as expected any more', async () => {
      const table = await (await storage.open()).table(notes);
      const guard = (value: string | undefined) => ({ onlyIf: { key: "it's", column: 'title', value } as const });
      await table.upsert([{ id: "it's", title: 'a\0\ud800' }, { id: 'x' }], guard(undefined));
      const writeAgain = (value: string | undefined) =>
        table.upsert([{ id: "it's", title: 'c' }, { id: 'x', line: 1 }, { id: 'y' }], guard(value));

      await expect(writeAgain('b')).rejects.toMatchObject({ code: 'storage-failed', details: { fault: 'outdated' } });
      await expect(writeAgain(undefined)).rejects.toMatchObject({ details: { fault: 'outdated' } });
      expect(await table.get(["it's", 'x', 'y'])).toEqual(
        new Map<string, Note>([
          ["it's", { id: "it's", title: 'a\0\ud800' }],
          ['x', { id: 'x' }],
        ]),
      );
      expect(await writeAgain('a\0\ud800')).toMatchObject({ inserted: 1, updated: 2 });
      // A row without a value is not what anybody expects.
      await table.upsert([{ id: "it's" }]);
      await expect(writeAgain('')).rejects.toMatchObject({ details: { fault: 'outdated' } });
    });

    it('lets one of several connections write when all guard the same row at the same time', async () => {
      const tables = await Promise.all(
        [storage.open(), storage.open(), storage.open()].map(async (opening) => (await opening).table(notes)),
      );
      let title: string | undefined;

      for (let round = 0; round < 4; round++) {
        const outcomes = await Promise.allSettled(
          tables.map((table, writer) =>
            table.upsert([{ id: 'guarded', title: `${round}-${writer}` }, { id: `${round}-${writer}` }], {
              onlyIf: { key: 'guarded', column: 'title', value: title },
            }),
          ),
        );
        const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
        expect(lost).toMatchObject([{ details: { fault: 'outdated' } }, { details: { fault: 'outdated' } }]);
        title = (await tables[0]!.get(['guarded'])).get('guarded')?.title;
        expect(await tables[0]!.count(equals('id', title!))).toBe(1);
      }
      expect(await tables[0]!.count()).toBe(5);
    });

    it('finds rows by conditions, and deletes by them', async () => {
      const table = await (await storage.open()).table(notes);
      await table.upsert([
        { id: 'src/a', line: 1, pinned: true },
        { id: 'src/b', line: 2, pinned: true },
        { id: 'doc/c', line: 3 },
      ]);

      const found = await collect(
        table.scan({ where: and(startsWith('id', 'src/'), atLeast('line', 2)), columns: ['id'] }),
      );
      const deleted = await table.deleteWhere(not(equals('pinned', true)));

      expect(found).toEqual([{ id: 'src/b' }]);
      expect(deleted).toBe(1);
      expect(await table.count(missing('pinned'))).toBe(0);
      expect(await table.count(oneOf('id', ['src/a', 'doc/c']))).toBe(1);
    });

    it('reads columns without making rows, and only those asked for', async () => {
      const table = await (await storage.open()).table(notes);
      await table.upsert([
        { id: 'a', title: 'ünïcode \ud800', line: 7, tags: ['x'], pinned: false, seenAt: 5 },
        { id: 'b', vector: [1, 2, 3, 4] },
      ]);

      const found: unknown[] = [];
      for await (const { length, read } of table.scanColumns({ where: not(equals('id', 'c')) })) {
        for (let index = 0; index < length; index++) {
          found.push([read.id(index), read.title(index), read.line(index), read.tags(index), read.vector(index)]);
          found.push([read.pinned(index), read.seenAt(index)]);
        }
      }
      const names: string[][] = [];
      for await (const { read } of table.scanColumns({ columns: ['line'] })) names.push(Object.keys(read));

      expect(found).toEqual([
        ['a', 'ünïcode \ud800', 7, ['x'], undefined],
        [false, 5],
        ['b', undefined, undefined, undefined, Float32Array.of(1, 2, 3, 4)],
        [undefined, undefined],
      ]);
      expect(names).toEqual([['line']]);
    });

    it('finds the most similar vectors, best first, equal ones by key', async () => {
      const table = await (await storage.open()).table(notes);
      await table.upsert([
        { id: 'c', vector: [1, 0, 0, 0] },
        { id: 'b', vector: [2, 0, 0, 0] },
        { id: 'a', vector: [0, 1, 0, 0] },
        { id: 'no direction', vector: [0, 0, 0, 0] },
        { id: 'none' },
      ]);

      const hits = await table.vectorSearch([1, 0, 0, 0], { limit: 10, columns: ['id'] });
      const filtered = await table.vectorSearch([1, 0, 0, 0], {
        limit: 1,
        columns: ['title'],
        where: equals('id', 'a'),
      });

      expect(hits.map(({ row }) => row.id)).toEqual(['b', 'c', 'a']);
      expect(hits.map(({ similarity }) => similarity.toFixed(5))).toEqual(['1.00000', '1.00000', '0.00000']);
      expect(filtered).toEqual([{ row: {}, similarity: expect.closeTo(0, 5) as number }]);
    });

    it('finds words exactly, before and after optimizing', async () => {
      const table = await (await storage.open()).table(notes);
      const long = 'x'.repeat(5_000);
      await table.upsert([
        { id: 'a', tokens: `The parser parses ${long}` },
        { id: 'b', tokens: 'the Parser' },
      ]);
      const search = async (token: string): Promise<string[]> =>
        (await table.textSearch([token], { column: 'tokens', limit: 5 })).map(({ row }) => row.id);

      for (const phase of ['unindexed', 'indexed']) {
        expect([phase, await search('The'), await search('the'), await search('parse'), await search(long)]).toEqual([
          phase,
          ['a'],
          ['b'],
          [],
          ['a'],
        ]);
        await table.optimize();
      }
    });

    it('keeps facts with the table, through writes and optimizing', async () => {
      const database = await storage.open();
      const table = await database.table(notes);
      await table.writeMetadata({ 'embedding id': "it's\n\0ünïcode", old: '1' });

      await table.upsert([{ id: 'a' }]);
      await table.optimize();
      await table.writeMetadata({ old: undefined });

      const again = await (await storage.open()).table(notes);
      expect(again.origin).toBe('existing');
      expect(await again.readMetadata()).toEqual({ 'embedding id': "it's\n\0ünïcode" });
    });

    it('shows every connection the newest commit', async () => {
      const writer = await (await storage.open()).table(notes);
      const reader = await (await storage.open()).table(notes);
      const before = await reader.version();

      await writer.upsert([{ id: 'a' }]);

      expect(await reader.count()).toBe(1);
      expect(await reader.version()).toBeGreaterThan(before);
    });

    it('loses and doubles nothing when two connections insert the same new keys at the same time', async () => {
      const tables = await Promise.all(
        [storage.open(), storage.open(), storage.open()].map(async (opening) => (await opening).table(notes)),
      );

      for (let round = 0; round < 3; round++) {
        const rows = Array.from({ length: 20 }, (_, index) => ({ id: `${round}-${index}` }));
        await Promise.all(tables.map((table, writer) => table.upsert(rows.map((row) => ({ ...row, line: writer })))));
      }

      const ids = (await collect(tables[0]!.scan({ columns: ['id'] }))).map(({ id }) => id);
      expect(ids).toHaveLength(60);
      expect(new Set(ids).size).toBe(60);
    });

    it('gives another fingerprint after every commit, and none in between', async () => {
      const database = await storage.open();
      const table = await database.table(notes);
      const first = await database.fingerprint('notes');

      await table.count();
      const same = await database.fingerprint('notes');
      await table.upsert([{ id: 'a' }]);

      expect([typeof first, same]).toEqual(['string', first]);
      expect(await database.fingerprint('notes')).not.toBe(first);
      expect(await database.fingerprint('others')).toBeUndefined();
    });

    it('names tables in order, and drops one by name, also where there is none', async () => {
      const database = await storage.open();
      await database.table(notes);
      await database.table({ ...notes, name: 'More.notes-2' });

      const names = await database.tableNames();
      await database.dropTable('notes');
      await database.dropTable('notes');

      expect(names).toEqual(['More.notes-2', 'notes']);
      expect(await database.tableNames()).toEqual(['More.notes-2']);
    });

    it('removes a table with all that it held', async () => {
      const database = await storage.open();
      const table = await database.table(notes);
      await table.upsert([{ id: 'a' }]);

      await table.drop();

      expect(await database.tableNames()).toEqual([]);
      expect(await database.existingTable(notes)).toBeUndefined();
      expect((await database.table(notes)).origin).toBe('created');
    });

    it('says what there is', async () => {
      const database = await storage.open();
      const table = await database.table(notes);
      await table.upsert([{ id: 'a', tokens: 'x' }]);

      const [report] = await database.inspect();

      expect(report).toMatchObject({ name: 'notes', health: 'ok', problem: '', rows: 1, unindexedRows: 1 });
      expect(report!.sizeBytes).toBeGreaterThan(0);
    });
  });
}
