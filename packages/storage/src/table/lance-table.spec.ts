import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { and, atLeast, equals, less, or } from '../predicates/predicate.js';
import { column } from '../schema/column.js';
import { defineTable } from '../schema/table-schema.js';
import { folderSize, tableFolder } from '../database/table-files.js';
import { type Note, notes } from '../test-support/notes-table.js';
import { ClockAhead } from '../test-support/clock-ahead.js';
import { TemporaryDatabases, collect } from '../test-support/temporary-database.js';

describe('LanceTable', () => {
  const temporary = new TemporaryDatabases();

  afterEach(() => temporary.dispose());

  it.each<[string, object]>([
    ['a short vector', { vector: [1, 2, 3] }],
    ['a long vector', { vector: [1, 2, 3, 4, 5] }],
    ['a vector with NaN', { vector: [1, 2, 3, Number.NaN] }],
    ['a vector beyond 32 bits', { vector: [1, 2, 3, 1e39] }],
    ['short bytes', { bytes: Int8Array.of(1, 2) }],
    ['bytes in a list', { bytes: [1, 2, 3] as unknown as Int8Array }],
    ['a sparse vector', { vector: [1, undefined, 3, 4] }],
    ['a fraction as an integer', { line: 1.5 }],
    ['a number beyond 32 bits', { line: 2 ** 31 }],
    ['infinity', { weight: Number.POSITIVE_INFINITY }],
    ['null', { title: null }],
    ['text for a number', { line: '1' }],
    ['a list with a number', { tags: ['a', 1] }],
    ['a date', { seenAt: new Date() }],
    ['an unknown column', { titel: 'x' }],
    ['a key that is missing', { id: undefined }],
    ['the key of an earlier row', { id: 'good' }],
  ])('writes nothing of what holds %s', async (_what, values) => {
    const table = await (await temporary.open()).table(notes);
    const rows = [{ id: 'good' }, { id: 'bad', ...values }] as readonly Note[];

    await expect(table.upsert(rows)).rejects.toMatchObject({
      code: 'invalid-argument',
      details: { table: 'notes', row: 1 },
    });

    expect(await table.count()).toBe(0);
  });

  it('writes nothing for no rows, and many in several commits', async () => {
    const table = await (await temporary.open({ batchSize: 100 })).table(notes);
    const before = await table.version();

    expect(await table.upsert([])).toEqual({ inserted: 0, updated: 0, versions: [] });
    expect(await table.version()).toBe(before);
    const report = await table.upsert(Array.from({ length: 250 }, (_, line) => ({ id: `row ${line}`, line })));

    expect(report).toEqual({ inserted: 250, updated: 0, versions: [before + 1, before + 2, before + 3] });
    expect(await table.version()).toBe(before + 3);
    const batches: number[] = [];
    for await (const rows of table.scan({ batchSize: 40, columns: ['line'] })) batches.push(rows.length);
    expect(batches.reduce((sum, size) => sum + size)).toBe(250);
    expect(Math.max(...batches)).toBe(40);
  });

  it('reads what is asked for, the key only where it is', async () => {
    const table = await (await temporary.open()).table(notes);
    await table.upsert([{ id: 'a', title: 'A', vector: [1, 0, 0, 0], tokens: 'word' }]);

    const got = await table.get(['a', 'a'], { columns: ['title'] });
    const near = await table.vectorSearch([1, 0, 0, 0], { limit: 1, columns: ['title'] });
    const worded = await table.textSearch(['word'], { column: 'tokens', limit: 1, columns: ['title'] });

    expect([...got]).toEqual([['a', { title: 'A' }]]);
    expect([...near, ...worded].map(({ row }) => row)).toEqual([{ title: 'A' }, { title: 'A' }]);
  });

  it.each([
    ['a column that is no string', { key: 'a', column: 'line', value: '1' }],
    ['a column that is not there', { key: 'a', column: 'none', value: '1' }],
    ['a row that is not written', { key: 'b', column: 'title', value: '1' }],
  ] as const)('refuses a guard on %s', async (_what, onlyIf) => {
    const table = await (await temporary.open()).table(notes);

    const write = table.upsert([{ id: 'a', line: 1 }], {
      onlyIf: onlyIf as { key: string; column: 'title'; value: string },
    });

    await expect(write).rejects.toMatchObject({ code: 'invalid-argument' });
    expect(await table.count()).toBe(0);
  });

  it('orders equal hits by key, however many tie for the last place', async () => {
    const table = await (await temporary.open()).table(notes);
    const ids = Array.from({ length: 200 }, (_, index) => `k${String(index).padStart(3, '0')}`);
    await table.upsert([...ids].reverse().map((id) => ({ id, tokens: 'same', vector: [1, 1, 0, 0] })));
    await table.optimize();

    const worded = await table.textSearch(['same'], { column: 'tokens', limit: 3, columns: ['id'] });
    const near = await table.vectorSearch([1, 1, 0, 0], { limit: 3, columns: ['id'] });

    expect(worded.map(({ row }) => row.id)).toEqual(['k000', 'k001', 'k002']);
    expect(near.map(({ row }) => row.id)).toEqual(['k000', 'k001', 'k002']);
  });

  it('searches by what is in force: conditions, deleted rows, replaced rows', async () => {
    const table = await (await temporary.open()).table(notes);
    await table.upsert(['a', 'b', 'c', 'd'].map((id) => ({ id, title: id, tokens: 'word' })));
    await table.optimize();
    await table.upsert([{ id: 'a', tokens: 'other' }]);
    await table.deleteWhere(equals('id', 'b'));

    const found = await table.textSearch(['word'], { column: 'tokens', limit: 5, columns: ['id'] });
    const filtered = await table.textSearch(['word'], {
      column: 'tokens',
      limit: 1,
      columns: ['id'],
      where: equals('title', 'd'),
    });

    expect(found.map(({ row }) => row.id)).toEqual(['c', 'd']);
    expect(filtered.map(({ row }) => row.id)).toEqual(['d']);
  });

  it('finds nothing for no tokens, operators are words, and hostile tokens are only tokens', async () => {
    const table = await (await temporary.open()).table(notes);
    await table.upsert([{ id: 'a', tokens: 'AND "x" -y \ud800z {"match":1}' }]);
    const search = async (...tokens: string[]): Promise<number> =>
      (await table.textSearch(tokens, { column: 'tokens', limit: 5 })).length;

    expect(await Promise.all([search(), search(' '), search('x'), search('y')])).toEqual([0, 0, 0, 0]);
    expect(
      await Promise.all([search('AND'), search('"x"'), search('-y'), search('\ud800z'), search('{"match":1}')]),
    ).toEqual([1, 1, 1, 1, 1]);
  });

  it('refuses searches that cannot be answered', async () => {
    const table = await (await temporary.open()).table(notes);

    await expect(table.vectorSearch([1, 2], { limit: 1 })).rejects.toThrow('searched with 4 finite numbers');
    await expect(table.vectorSearch([1, 2, 3, 4], { limit: 0 })).rejects.toThrow('whole number from 1');
    await expect(table.textSearch(['x'], { column: 'title', limit: 1 })).rejects.toThrow('has no full-text index');
    await expect(table.get(['x'], { columns: ['nothing' as 'title'] })).rejects.toThrow('has no column "nothing"');
    expect(await table.vectorSearch([0, 0, 0, 0], { limit: 1 })).toEqual([]);
  });

  it('stops with the reason of the signal', async () => {
    const table = await (await temporary.open()).table(notes);
    await table.upsert(Array.from({ length: 3_000 }, (_, index) => ({ id: String(index) })));
    const controller = new AbortController();
    const reason = new RangeError('enough');
    const { signal } = controller;

    const scanning = (async () => {
      for await (const rows of table.scan({ signal, batchSize: 10 })) if (rows.length > 0) controller.abort(reason);
    })();

    await expect(scanning).rejects.toBe(reason);
    await expect(table.count(undefined, { signal })).rejects.toBe(reason);
    await expect(table.upsert([{ id: 'late' }], { signal })).rejects.toBe(reason);
  });

  it('does not grow without bound under writing and optimizing', async () => {
    const address = join(await temporary.folder(), 'db');
    const table = await temporary.openAt(address, { keepVersionsMs: 0 }, new ClockAhead()).table(notes);
    const folder = tableFolder(address, 'notes');
    const rows = Array.from({ length: 100 }, (_, index) => ({ id: String(index), tokens: `word${index} `.repeat(20) }));
    const sizes: number[] = [];

    for (let round = 0; round < 12; round++) {
      await table.upsert(rows.map((row) => ({ ...row, line: round })));
      if (round % 3 !== 2) continue;
      const report = await table.optimize();
      expect(report).toMatchObject({ indexedColumns: ['tokens'], postponed: false });
      sizes.push(await folderSize(folder));
    }

    expect(sizes.at(-1)).toBeLessThan(sizes[0]! * 1.5);
    expect((await readdir(join(folder, '_versions'))).length).toBeLessThan(6);
    expect(await table.count()).toBe(100);
  });

  it('indexes vectors from 20,000 rows where the table wants it, and finds rows with and without the index', async () => {
    const indexed: typeof notes = { ...notes, indexedColumns: ['vector'] };
    const table = await (await temporary.open({ batchSize: 20_000 })).table(indexed);
    const vectorOf = (index: number): number[] => [Math.sin(index), Math.cos(index), index % 7, 1];
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      id: `r${index}`,
      vector: index === 0 ? [0, 0, 0, 0] : vectorOf(index),
    }));
    await table.upsert(rows);

    const report = await table.optimize();
    await table.upsert([{ id: 'new', vector: [-1, -1, -1, -1] }]);

    expect(report.indexedColumns).toEqual(['tokens', 'vector']);
    const [known] = await table.vectorSearch(vectorOf(123), { limit: 1, columns: ['id'] });
    const [added] = await table.vectorSearch([-1, -1, -1, -1], { limit: 1, columns: ['id'] });
    expect(known?.similarity).toBeCloseTo(1, 4);
    expect(added?.row.id).toBe('new');
    expect(await collect(table.scan({ where: equals('id', 'r0'), columns: ['vector'] }))).toEqual([
      { vector: Float32Array.of(0, 0, 0, 0) },
    ]);
  });

  describe('with a sorted index', () => {
    const indexed = defineTable({
      name: 'places',
      version: 1,
      columns: { id: column.string(), place: column.int32(), owner: column.string() },
      key: 'id',
      indexedColumns: ['place'],
      derived: false,
    });
    const rows = Array.from({ length: 6_000 }, (_, place) => ({ id: `r${place}`, place, owner: `o${place % 3}` }));

    it('finds by a column whatever was written before and after it was made', async () => {
      const table = await (await temporary.open()).table(indexed);
      await table.upsert(rows.slice(0, 100));
      expect((await table.optimize()).indexedColumns).toEqual([]);
      await table.upsert(rows.slice(100));

      expect((await table.optimize()).indexedColumns).toEqual(['place']);

      const guard = { key: 'r0', column: 'owner', value: 'o0' } as const;
      await table.upsert(
        [
          { ...rows[0]!, owner: 'new', place: -1 },
          { id: 'later', place: 3_000, owner: 'o0' },
        ],
        {
          onlyIf: guard,
        },
      );
      await table.deleteWhere(equals('id', 'r3001'));
      const where = and(
        equals('owner', 'o0'),
        or(equals('place', -1), and(atLeast('place', 2_998), less('place', 3_004))),
      );
      const found = await collect(table.scan({ where: or(where, equals('owner', 'new')), columns: ['id'] }));
      expect(found.map(({ id }) => id).sort()).toEqual(['later', 'r0', 'r3000', 'r3003']);
      await expect(table.upsert([rows[0]!], { onlyIf: guard })).rejects.toMatchObject({
        details: { fault: 'outdated' },
      });
      expect((await table.optimize()).indexedColumns).toEqual(['place']);
      expect((await collect(table.scan({ where, columns: ['id'] }))).map(({ id }) => id).sort()).toEqual([
        'later',
        'r3000',
        'r3003',
      ]);
      expect(await table.count()).toBe(6_000);
    });

    it.each(['id', 'flag', 'none'])('cannot be described for column %s', (name) => {
      const columns = { id: column.string(), flag: column.boolean() };
      const describing = (): unknown =>
        defineTable({ name: 't', version: 1, columns, key: 'id', indexedColumns: [name as 'flag'], derived: false });

      expect(describing).toThrow(`its indexed column "${name}"`);
    });
  });
});
