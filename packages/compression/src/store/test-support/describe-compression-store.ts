import { CompressionLevel, type ICompressionStore } from '@lexichord/abstractions';
import type { ManualClock } from '@lexichord/testing';

import { addFileMessages } from '../../file/add-file-messages.js';
import { segmentIdOf } from '../../segment-id.js';
import { aLevel, aStoredSegment, exported, inChunks, someMessages } from './stored-conversation.js';

/** Opens one more connection to the same, empty place each time it is called within a test. */
export interface CompressionStoreUnderTest {
  readonly open: () => Promise<ICompressionStore>;
  /** Of all stores. */
  readonly clock: ManualClock;
}

/** Tests for every conversation store. */
export function describeCompressionStore(name: string, { open, clock }: CompressionStoreUnderTest): void {
  describe(`compression store contract: ${name}`, () => {
    it('gives back messages as they were said, in their order, and any part of them', async () => {
      const store = await open();
      const odd = { id: '__proto__', role: 'tool', speaker: 'a "b"', content: 'x\0\ud800\u2028\r\n', timestampMs: -1 };

      const report = await store.append('c', [...someMessages(3), odd, { role: 'user', content: '' }]);

      expect(report).toMatchObject({ conversationId: 'c', messages: 5, added: 5, known: 0 });
      const messages = await (await open()).messages('c');
      expect(messages.slice(3)).toEqual([odd, { id: 'm4', role: 'user', content: '' }]);
      expect(messages.map(({ id }) => id)).toEqual(['m0', 'm1', 'm2', '__proto__', 'm4']);
      expect(await store.messages('c', { from: 1, to: 3 })).toEqual(messages.slice(1, 3));
      expect(await store.messages('c', { from: 4 })).toEqual(messages.slice(4));
      expect(await store.messages('c', { from: 9 })).toEqual([]);
      expect(await store.messages('none')).toEqual([]);
    });

    it('passes over what it knows, and refuses a known id with something else, or an id twice', async () => {
      const store = await open();
      const [first, second] = [
        { id: 'a', role: 'user', content: 'one' },
        { id: 'b', role: 'user', content: 'two' },
      ];
      const { head } = await store.append('c', [first, second]);

      const again = await store.append('c', [second, { id: 'd', role: 'user', content: 'three' }]);
      const changed = store.append('c', [
        { role: 'user', content: 'new' },
        { ...first, content: 'other' },
      ]);
      const twice = store.append('c', [
        { id: 'x', role: 'user', content: '1' },
        { id: 'x', role: 'user', content: '1' },
      ]);

      expect(again).toMatchObject({ added: 1, known: 1, messages: 3 });
      expect(again.head).not.toBe(head);
      await expect(changed).rejects.toMatchObject({ code: 'invalid-argument', details: { messageId: 'a' } });
      await expect(twice).rejects.toMatchObject({ code: 'invalid-argument', details: { message: 2 } });
      expect((await store.messages('c')).map(({ id }) => id)).toEqual(['a', 'b', 'd']);
      expect(await store.append('c', [first])).toEqual({ ...again, added: 0, known: 1 });
    });

    it('adds only to as many messages as are expected', async () => {
      const store = await open();
      await store.append('c', someMessages(2));

      await expect(store.append('c', someMessages(1), { expectedMessages: 1 })).rejects.toMatchObject({
        code: 'storage-failed',
        details: { fault: 'outdated', messages: 2 },
      });

      expect(await store.append('c', someMessages(1), { expectedMessages: 2 })).toMatchObject({ messages: 3 });
    });

    it('knows every conversation, by id, and none that nobody stored', async () => {
      const store = await open();
      expect(await store.head('b')).toBeUndefined();
      expect(await store.conversations()).toEqual([]);

      const b = await store.append('b', someMessages(2));
      const a = await store.append("a'; --", someMessages(1));

      expect(await store.conversations()).toEqual([
        { conversationId: "a'; --", head: a.head, messages: 1 },
        { conversationId: 'b', head: b.head, messages: 2 },
      ]);
      expect(await store.head('b')).toMatchObject({ head: b.head, messages: 2 });
      expect(b.head).toMatch(/^[0-9a-f]{64}$/u);
    });

    it('tells whether a conversation is what it was when a head was given out', async () => {
      const store = await open();
      const first = await store.append('c', someMessages(3));
      const second = await store.append('c', someMessages(2, 3));

      const check = await store.verify('c', ` ${first.head.toUpperCase()}\n`);

      expect(check).toEqual({ conversationId: 'c', isIntact: true, messages: 5, newer: 2, head: second.head });
      expect(await store.verify('c', second.head)).toMatchObject({ isIntact: true, newer: 0 });
      expect(await store.verify('c', 'f'.repeat(64))).toMatchObject({ isIntact: false, newer: 0, messages: 5 });
      expect(await store.verify('c', '')).toMatchObject({ isIntact: false, problem: expect.any(String) as string });
      await expect(store.verify('none', first.head)).rejects.toMatchObject({ code: 'not-found' });
    });

    it('gives a file back as it was, also when it has grown', async () => {
      const store = await open();
      const lines = someMessages(5).map(({ role, content }) => JSON.stringify({ role, content, extra: [1] }));
      const array = `\ufeff[ ${lines.slice(0, 3).join(' ,\r\n')}]\n\n`;
      const grown = `\ufeff[ ${lines.join(' ,\r\n')}\n]`;

      await addFileMessages(store, 'array', inChunks(array));
      expect(await exported(store, 'array')).toBe(array);
      const report = await addFileMessages(store, 'array', inChunks(grown));
      await addFileMessages(store, 'lines', inChunks(`${lines.join('\n')}\n`));

      expect(report).toMatchObject({ added: 2, known: 3, messages: 5 });
      expect(await exported(store, 'array')).toBe(grown);
      expect(await exported(store, 'lines')).toBe(`${lines.join('\n')}\n`);
      await expect(store.export('none')).rejects.toMatchObject({ code: 'not-found' });
    });

    it('keeps closed segments with their anchors and levels', async () => {
      const store = await open();
      await store.append('c', someMessages(7));
      const messages = await store.messages('c');
      const segments = [
        aStoredSegment('c', 1, messages.slice(0, 4)),
        aStoredSegment('c', 2, messages.slice(4, 6)),
      ] as const;

      await store.putSegments([segments[1], segments[0]]);

      const reader = await open();
      const id = segmentIdOf('c', 2);
      expect(await reader.segment(id)).toEqual(segments[1].segment);
      expect(await reader.segments('c')).toEqual([
        {
          segmentId: segmentIdOf('c', 1),
          conversationId: 'c',
          number: 1,
          firstMessage: 0,
          messageIds: ['m0', 'm1', 'm2', 'm3'],
          tokenCounts: [1_001, 300, 150, 100],
          startedMs: 1_700_000_000_000,
          endedMs: 1_700_000_180_000,
        },
        expect.objectContaining({ number: 2, firstMessage: 4, messageIds: ['m4', 'm5'] }),
      ]);
      expect(await reader.level(id, CompressionLevel.brief)).toEqual(segments[1].levels[1]);
      expect(await reader.levels('c', CompressionLevel.tags)).toEqual(segments.map(({ levels }) => levels[2]));
      expect(await reader.anchors('c')).toEqual(segments.flatMap(({ anchors }) => anchors));
    });

    it('stores a segment again without changing more than its levels', async () => {
      const store = await open();
      await store.append('c', someMessages(4));
      const stored = aStoredSegment('c', 1, await store.messages('c', { from: 0, to: 2 }));
      await store.putSegments([stored]);
      const level = { ...stored.levels[0]!, content: 'made anew' };

      await (await open()).putSegments([{ ...stored, levels: [level], anchors: [], tokenCount: 7 }]);

      expect((await store.segments('c'))[0]).toMatchObject({ tokenCounts: [1_001, 300, 150, 100] });
      expect(await store.anchors('c')).toEqual(stored.anchors);
      expect(await store.level(level.segmentId, 1)).toEqual(level);
      expect(await store.level(level.segmentId, 2)).toEqual(stored.levels[1]);
      const other = aStoredSegment('c', 1, await store.messages('c', { from: 0, to: 3 }));
      await expect(store.putSegments([other])).rejects.toMatchObject({ details: { fault: 'outdated' } });
      const gap = aStoredSegment('c', 3, await store.messages('c', { from: 2, to: 4 }));
      await expect(store.putSegments([gap])).rejects.toMatchObject({ code: 'invalid-argument' });
    });

    it('knows nothing of segments and levels that nobody stored', async () => {
      const store = await open();
      await store.append('c', someMessages(2));

      expect(await store.segment(segmentIdOf('c', 1))).toBeUndefined();
      expect(await store.segment(segmentIdOf('c', 0))).toBeUndefined();
      expect(await store.segment("x' OR 1=1")).toBeUndefined();
      expect(await store.level(segmentIdOf('c', 1), 2)).toBeUndefined();
      expect(await store.level('nonsense', 2)).toBeUndefined();
      expect([await store.segments('c'), await store.levels('c', 1), await store.anchors('c')]).toEqual([[], [], []]);
      expect(await store.remove('none')).toBe(false);
      expect(await store.expire({ levelsBeforeMs: clock.now() })).toEqual({ levels: 0, conversations: [] });
    });

    it('stores a level anew', async () => {
      const store = await open();
      await store.append('c', someMessages(2));
      await store.putSegments([aStoredSegment('c', 1, await store.messages('c'))]);
      const level = aLevel({ conversationId: 'c', number: 1, level: 2 });

      await store.putLevel(level);
      await store.putLevel({ ...level, content: '' });

      expect(await (await open()).level(level.segmentId, 2)).toEqual({ ...level, content: '' });
      await expect(store.putLevel({ ...level, level: 0 })).rejects.toMatchObject({ code: 'invalid-argument' });
      const unknown = aLevel({ conversationId: 'c', number: 2, level: 2 });
      await expect(store.putLevel(unknown)).rejects.toMatchObject({ code: 'not-found' });
    });

    it('removes a conversation with everything of it, and begins anew with the same id', async () => {
      const store = await open();
      const reader = await open();
      for (const id of ['c', 'other']) {
        await store.append(id, someMessages(4));
        await store.putSegments([aStoredSegment(id, 1, await store.messages(id, { from: 0, to: 2 }))]);
      }
      const id = segmentIdOf('c', 1);
      const before = await reader.head('c');
      expect(await reader.segment(id)).toBeDefined();
      expect([await reader.life(id), await reader.life(segmentIdOf('none', 1))]).toEqual([1, undefined]);

      expect(await store.remove('c')).toBe(true);

      expect(await reader.head('c')).toBeUndefined();
      expect([await reader.messages('c'), await reader.life(id)]).toEqual([[], undefined]);
      expect([await reader.segment(id), await reader.level(id, 1)]).toEqual([undefined, undefined]);
      expect([await reader.segments('c'), await reader.anchors('c')]).toEqual([[], []]);
      expect((await reader.conversations()).map(({ conversationId }) => conversationId)).toEqual(['other']);
      await expect(reader.export('c')).rejects.toMatchObject({ code: 'not-found' });
      await expect(reader.verify('c', before!.head)).rejects.toMatchObject({ code: 'not-found' });
      expect(await store.remove('c')).toBe(false);
      const again = await store.append('c', someMessages(3, 50));
      expect(await reader.messages('c')).toHaveLength(3);
      expect(await reader.life(id)).toBe(2);
      expect(await reader.segment(id)).toBeUndefined();
      expect(await reader.verify('c', again.head)).toMatchObject({ isIntact: true, messages: 3 });
      await store.putSegments([aStoredSegment('c', 1, await store.messages('c', { from: 0, to: 3 }))]);
      expect((await reader.segment(id))?.messages).toHaveLength(3);
      expect((await reader.segment(segmentIdOf('other', 1)))?.messages).toHaveLength(2);
    });

    it('removes levels and whole conversations by the time they were stored', async () => {
      const store = await open();
      await store.append('old', someMessages(2));
      await store.append('kept', someMessages(2));
      await store.putSegments([aStoredSegment('old', 1, await store.messages('old'))]);
      await store.putSegments([aStoredSegment('kept', 1, await store.messages('kept'))]);
      clock.advance(10_000);
      const limit = clock.now();
      await store.append('kept', someMessages(1, 2));
      await store.putLevel(aLevel({ conversationId: 'kept', number: 1, level: 1 }));

      expect(await store.expire({ levelsBeforeMs: limit })).toEqual({ levels: 5, conversations: [] });
      expect(await store.level(segmentIdOf('kept', 1), 2)).toBeUndefined();
      expect(await store.level(segmentIdOf('kept', 1), 1)).toBeDefined();
      expect(await store.segments('old')).toHaveLength(1);
      expect(await store.expire({ originalsBeforeMs: limit })).toEqual({ levels: 0, conversations: ['old'] });

      expect((await store.conversations()).map(({ conversationId }) => conversationId)).toEqual(['kept']);
      expect(await store.messages('old')).toEqual([]);
      expect(await store.segments('old')).toEqual([]);
    });

    it('lets several connections add to one conversation at once', async () => {
      const stores = await Promise.all([open(), open(), open()]);

      await Promise.all(
        stores.map(async (store, writer) => {
          for (let round = 0; round < 3; round++) {
            await store.append('c', [{ role: 'user', content: `${writer}-${round}` }]);
          }
        }),
      );

      const messages = await stores[0].messages('c');
      expect(messages.map(({ id }) => id)).toEqual(Array.from({ length: 9 }, (_, index) => `m${index}`));
      expect(new Set(messages.map(({ content }) => content)).size).toBe(9);
      const { head } = (await stores[0].head('c'))!;
      expect(await stores[1].verify('c', head)).toMatchObject({ isIntact: true });
    });

    it('stops when it is told to', async () => {
      const store = await open();
      const signal = AbortSignal.abort(new Error('enough'));

      await expect(store.append('c', someMessages(1), { signal })).rejects.toThrow('enough');
      await store.append('c', someMessages(1));
      await expect(store.messages('c', { from: 0 }, { signal })).rejects.toThrow('enough');
      await expect(store.verify('c', '', { signal })).rejects.toThrow('enough');
    });
  });
}
