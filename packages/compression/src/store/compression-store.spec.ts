import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { equals } from '@lexichord/storage';

import { conversationHash, segmentIdOf } from '../segment-id.js';
import type { CompressionStore } from './compression-store.js';
import { type LevelRow, levelTable, levelTableName, logTable } from './compression-tables.js';
import { aLevel, aStoredSegment, exported, someMessages } from './test-support/stored-conversation.js';
import { type StoreLocation, TemporaryStores } from './test-support/temporary-stores.js';

describe('CompressionStore', () => {
  const temporary = new TemporaryStores();
  let place: StoreLocation;
  let store: CompressionStore;

  beforeEach(async () => {
    place = await temporary.location();
    store = temporary.store(temporary.database(place));
  });

  afterEach(() => temporary.dispose());

  it('makes no table for whoever only reads', async () => {
    await store.head('c');
    await store.messages('c');
    await store.segments('c');
    await store.level(segmentIdOf('c', 1), 1);
    await store.remove('c');
    await store.expire({ levelsBeforeMs: 1, originalsBeforeMs: 1 });

    expect(await temporary.database(place).tableNames()).toEqual([]);
  });

  it('keeps apart conversations whose segments would have the same names', async () => {
    const [one, other] = sameHash();
    await store.append(one, someMessages(2));
    await store.putSegments([aStoredSegment(one, 1, await store.messages(one))]);

    await expect(store.append(other, someMessages(1))).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('Choose another conversation id') as string,
    });

    expect(await store.remove(other)).toBe(false);
    expect([await store.head(other), await store.messages(other)]).toEqual([undefined, []]);
    await expect(store.verify(other, '')).rejects.toMatchObject({ code: 'not-found' });
    expect((await store.segment(segmentIdOf(one, 1)))?.messages).toHaveLength(2);
    expect(await store.levels(one, 1)).toHaveLength(1);
    await store.remove(one);
    expect((await store.append(other, someMessages(1))).messages).toBe(1);
  });

  it.each([
    ['is no JSON', { rest: '{' }],
    ['lacks something', { rest: '{}' }],
    ['has another form', { rest: '{"segmentId":7}' }],
  ])('takes a level whose row %s for missing', async (_what, change) => {
    await store.append('c', someMessages(4));
    const messages = await store.messages('c');
    await store.putSegments([aStoredSegment('c', 1, messages.slice(0, 2)), aStoredSegment('c', 2, messages.slice(2))]);
    const table = await temporary.database(place).table(levelTable);
    const key = `${segmentIdOf('c', 1)}:2`;
    const row = (await table.get([key])).get(key)!;

    await table.upsert([{ ...row, ...change }]);

    expect(await store.level(segmentIdOf('c', 1), 2)).toBeUndefined();
    expect((await store.levels('c', 2)).map(({ segmentId }) => segmentId)).toEqual([segmentIdOf('c', 2)]);
  });

  describe('a level that is not of its segment, and has a right checksum', () => {
    const id = segmentIdOf('c', 1);

    /** Changes a stored level as a writer does who makes a mistake. */
    async function forge(change: (row: LevelRow, other: LevelRow) => LevelRow): Promise<void> {
      await store.append('c', someMessages(4));
      const messages = await store.messages('c');
      await store.putSegments([
        aStoredSegment('c', 1, messages.slice(0, 2)),
        aStoredSegment('c', 2, messages.slice(2)),
      ]);
      const table = await temporary.database(place).table(levelTable);
      const [key, otherKey] = [`${id}:2`, `${segmentIdOf('c', 2)}:2`];
      const rows = await table.get([key, otherKey]);
      await table.upsert([change(rows.get(key)!, rows.get(otherKey)!)]);
    }

    const restOf = ({ rest }: LevelRow, change: object): string =>
      JSON.stringify({ ...(JSON.parse(rest) as object), ...change });

    it.each<[string, (row: LevelRow, other: LevelRow) => LevelRow]>([
      ['all that another segment says', (row, other) => ({ ...other, key: row.key, number: 1, place: row.place })],
      [
        'another place',
        (row, other) => ({ ...other, key: row.key, rest: restOf(other, { segmentId: id }), place: row.place }),
      ],
      [
        'other messages',
        (row) => ({ ...row, rest: restOf(row, { source: { life: 1, firstMessage: 0, messageCount: 3 } }) }),
      ],
      [
        'a later life',
        (row) => ({ ...row, rest: restOf(row, { source: { life: 2, firstMessage: 0, messageCount: 2 } }) }),
      ],
      ['no source', (row) => ({ ...row, rest: restOf(row, { source: undefined }) })],
    ])('is missing when it has %s', async (_what, change) => {
      await forge(change);

      expect(await store.level(id, 2)).toBeUndefined();
      expect((await store.levels('c', 2)).map(({ segmentId }) => segmentId)).toEqual([segmentIdOf('c', 2)]);
    });

    it('is missing when it was made before the conversation was removed, and stored after another had its id', async () => {
      const slow = temporary.store(temporary.database(place));
      await slow.append('c', someMessages(2));
      await slow.putSegments([aStoredSegment('c', 1, await slow.messages('c'))]);
      const table = await temporary.database(place).table(levelTable);
      const key = `${id}:1`;
      const before = (await table.get([key])).get(key)!;
      await store.remove('c');
      await store.append('c', someMessages(2, 50));
      await store.putSegments([aStoredSegment('c', 1, await store.messages('c'))]);
      expect(await store.level(id, 1)).toBeDefined();

      await table.upsert([{ ...before, content: 'what was said before' }]);

      for (const reader of [store, slow, temporary.store(temporary.database(place))]) {
        expect([await reader.level(id, 1), await reader.levels('c', 1)]).toEqual([undefined, []]);
      }
    });
  });

  it('does without the table of levels when that is damaged, and says so', async () => {
    await store.append('c', someMessages(2));
    await store.putSegments([aStoredSegment('c', 1, await store.messages('c'))]);
    const folder = join(place.address, `${levelTableName}.lance`);
    for (const name of await readdir(folder)) {
      await rm(join(folder, name), { recursive: true });
      await writeFile(join(folder, name), 'not a table');
    }
    const id = segmentIdOf('c', 1);

    const other = temporary.store(temporary.database(place));

    expect([await other.level(id, 1), await other.levels('c', 1)]).toEqual([undefined, []]);
    await other.putLevel(aLevel({ conversationId: 'c', number: 1, level: 1 }));
    expect((await other.segment(id))?.messages).toHaveLength(2);
    expect(temporary.logger.lines.some(({ level }) => level === 'warn')).toBe(true);
    expect(JSON.stringify(temporary.logger.lines)).not.toContain('What 1 says');
  });

  it('goes on after somebody was stopped in the middle of removing', async () => {
    await store.append('c', someMessages(3));
    await store.putSegments([aStoredSegment('c', 1, await store.messages('c'))]);
    const table = await temporary.database(place).table(logTable);
    const key = `${conversationHash('c')}-head`;
    const head = (await table.get([key])).get(key)!;

    // The first step of removing, and no more.
    await table.upsert([{ ...head, id: '', text: 'removed 1', changedMs: undefined }]);

    expect([await store.head('c'), await store.messages('c'), await store.conversations()]).toEqual([
      undefined,
      [],
      [],
    ]);
    expect(await store.segment(segmentIdOf('c', 1))).toBeUndefined();
    const { head: begun } = await store.append('c', someMessages(1, 9));
    expect(await store.verify('c', begun)).toMatchObject({ isIntact: true, messages: 1 });
    expect(await store.segments('c')).toEqual([]);
    expect(await table.count(equals('conversation', conversationHash('c')))).toBe(2);
  });

  it.each([
    ['a source text that says something else', { source: { before: '', text: '{"role":"user","content":"b"}' } }],
    ['a source text that is no JSON', { source: { before: '', text: '{"role":' } }],
    ['a source text in white space', { source: { before: '', text: ' {"role":"user","content":"a"}' } }],
    ['more than white space before', { source: { before: 'x', text: '{"role":"user","content":"a"}' } }],
    [
      'another id in its source text',
      { id: 'x', source: { before: '', text: '{"id":"y","role":"user","content":"a"}' } },
    ],
    ['a time that no date can hold', { timestampMs: 9e15 }],
    ['a time that is no number', { timestampMs: Number.NaN }],
    ['a fraction of a millisecond', { timestampMs: 0.5 }],
    ['no role', { role: '' }],
    ['an empty id', { id: '' }],
    ['an empty id beside its source text', { id: '', source: { before: '', text: '{"role":"user","content":"a"}' } }],
  ])('refuses a message with %s, and adds nothing', async (_what, change) => {
    const good = { role: 'user', content: 'SECRET' };
    const appending = store.append('c', [good, { role: 'user', content: 'a', ...change }]);

    await expect(appending).rejects.toMatchObject({ code: 'invalid-argument', details: { message: 2 } });
    await expect(store.append('c', [{ role: 'user', content: 'a', ...change }])).rejects.not.toThrow('SECRET');
    expect(await store.head('c')).toBeUndefined();
    await expect(store.append('c', [good], { trailing: 'x' })).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  it('keeps what a message has beside its fields, and gives it an id from outside its text', async () => {
    const text = '{ "role":"user", "content":"a", "usage": {"tokens": 12345678901234567890} }';
    await store.append('c', [{ id: 'own', role: 'user', content: 'a', source: { before: '', text } }], {
      trailing: '',
    });

    expect(await store.messages('c')).toEqual([{ id: 'own', role: 'user', content: 'a', original: text }]);
    expect(await exported(store, 'c')).toBe(text);
  });

  it.each([
    ['open', { isOpen: true }],
    ['empty', { messages: [] }],
    ['under another id', { segmentId: segmentIdOf('c', 2) }],
  ])('does not store a segment that is %s', async (_what, change) => {
    await store.append('c', someMessages(2));
    const stored = aStoredSegment('c', 1, await store.messages('c'));

    const putting = store.putSegments([{ ...stored, segment: { ...stored.segment, ...change } }]);

    await expect(putting).rejects.toMatchObject({ code: 'invalid-argument' });
    expect(await store.segments('c')).toEqual([]);
    const unknown = aStoredSegment('none', 1, await store.messages('c'));
    await expect(store.putSegments([unknown])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('keeps ids of segments that are not those of their places', async () => {
    const ids = ["it's", '"; --', '__proto__', '\ud800'];
    await store.append(
      'c',
      ids.map((id) => ({ id, role: 'user', content: id })),
    );
    await store.putSegments([aStoredSegment('c', 1, await store.messages('c'))]);

    const [entry] = await temporary.store(temporary.database(place)).segments('c');

    expect(entry?.messageIds).toEqual(ids);
    expect((await store.segment(segmentIdOf('c', 1)))?.messages.map(({ content }) => content)).toEqual(ids);
    expect(await store.append('c', [{ id: '__proto__', role: 'user', content: '__proto__' }])).toMatchObject({
      known: 1,
    });
  });

  it('lets several close the same segments at once', async () => {
    await store.append('c', someMessages(12));
    const messages = await store.messages('c');
    const segments = [1, 2, 3].map((number) => aStoredSegment('c', number, messages.slice(number * 3 - 3, number * 3)));
    const others = [1, 2, 3].map(() => temporary.store(temporary.database(place)));

    await Promise.all(others.map(async (other) => other.putSegments(segments)));
    await others[0]!.putSegments([...segments, aStoredSegment('c', 4, messages.slice(9))]);

    expect((await store.segments('c')).map(({ number, firstMessage }) => [number, firstMessage])).toEqual([
      [1, 0],
      [2, 3],
      [3, 6],
      [4, 9],
    ]);
  });

  it('answers about any segment also of a long conversation', async () => {
    await store.append('c', someMessages(6_000));
    const messages = await store.messages('c');
    const all = Array.from({ length: 600 }, (_, index) =>
      aStoredSegment('c', index + 1, messages.slice(index * 10, index * 10 + 10)),
    );
    await store.putSegments(all);
    for (let count = 0; count < 8; count++) await store.append('c', someMessages(1));

    for (const number of [1, 255, 256, 257, 600]) {
      expect(await store.segment(segmentIdOf('c', number))).toEqual(all[number - 1]?.segment);
      expect(await store.level(segmentIdOf('c', number), 3)).toEqual(all[number - 1]?.levels[2]);
    }
    expect(await store.segment(segmentIdOf('c', 601))).toBeUndefined();
  });
});

/** Two ids whose hashes begin alike. */
function sameHash(): readonly [string, string] {
  const seen = new Map<string, string>();
  for (let count = 0; ; count++) {
    const id = `conversation ${count}`;
    const earlier = seen.get(conversationHash(id));
    if (earlier !== undefined) return [earlier, id];
    seen.set(conversationHash(id), id);
  }
}
