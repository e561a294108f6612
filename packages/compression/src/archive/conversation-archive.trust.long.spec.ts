import { type IDatabase, and, equals, or } from '@lexichord/storage';
import fc from 'fast-check';

import { addFileMessages } from '../file/add-file-messages.js';
import { recordKey } from '../log/plan-append.js';
import { conversationHash } from '../segment-id.js';
import { logTable, segmentTable } from '../store/compression-tables.js';
import type { CompressionStore } from '../store/compression-store.js';
import { aStoredSegment, exported, inChunks, someMessages } from '../store/test-support/stored-conversation.js';
import { TemporaryStores } from '../store/test-support/temporary-stores.js';
import { ConversationArchive } from './conversation-archive.js';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${JSON.stringify({ role: 'user', content: `line ${index}` })}\n`).join(
    '',
  );

describe('the archive of conversations', () => {
  const temporary = new TemporaryStores();
  let database: IDatabase;
  let store: CompressionStore;
  let archive: ConversationArchive;

  async function open(): Promise<void> {
    database = temporary.database(await temporary.location());
    store = temporary.store(database);
    archive = new ConversationArchive(database, temporary.clock);
  }

  beforeEach(open);
  afterEach(() => temporary.dispose());

  /** As a damaged file takes rows away. */
  async function lose(kinds: { readonly records?: readonly number[]; readonly head?: boolean }): Promise<void> {
    const table = await database.table(logTable);
    const own = equals('conversation', conversationHash('c'));
    for (const record of kinds.records ?? []) await table.deleteWhere(and(own, equals('record', record)));
    if (kinds.head === true) await table.deleteWhere(and(own, equals('kind', 'head')));
  }

  const contents = async (): Promise<readonly string[]> => (await store.messages('c')).map(({ content }) => content);

  describe('checking', () => {
    it('finds nothing wrong with what is whole', async () => {
      await addFileMessages(store, 'c', inChunks(lines(3)));
      await store.append('d', someMessages(2));
      await store.remove('d');

      expect(await archive.check()).toEqual([]);
      expect(await store.verify('c', undefined)).toMatchObject({ isIntact: true });
    });

    it.each([
      ['a record', { records: [1] }, 'c'],
      ['the last record', { records: [2] }, 'c'],
      ['the head', { head: true }, `#${conversationHash('c')}`],
    ])('finds %s missing', async (_what, loss, conversationId) => {
      await addFileMessages(store, 'c', inChunks(lines(3)));

      await lose(loss);

      expect(await archive.check()).toMatchObject([{ conversationId, problem: expect.any(String) as string }]);
      if (!('head' in loss)) expect(await store.verify('c', undefined)).toMatchObject({ isIntact: false });
    });
  });

  describe('mending', () => {
    it('leaves what is whole alone, with its head', async () => {
      const { head } = await addFileMessages(store, 'c', inChunks(lines(3)));

      expect(await archive.mend()).toEqual([]);
      expect(await store.head('c')).toMatchObject({ head });
    });

    it('puts a message in the place of each that is lost, and says which they are', async () => {
      await addFileMessages(store, 'c', inChunks(lines(12)));
      await lose({ records: [2, 3, 4, 8] });

      const [mending] = await archive.mend();

      expect(mending).toMatchObject({ conversationId: 'c', lostMessages: [2, 3, 4, 8] });
      expect(mending?.message).toContain('4 are lost (#3–5, #9)');
      const found = await contents();
      expect(found).toHaveLength(12);
      for (const [index, content] of found.entries()) {
        if ([2, 3, 4, 8].includes(index)) expect(content).toContain('was lost');
        else expect(content).toBe(`line ${index}`);
      }
      expect(await archive.check()).toEqual([]);
      expect(await archive.mend()).toEqual([]);
      expect(await store.append('c', [{ role: 'user', content: 'more' }])).toMatchObject({ added: 1, messages: 13 });
    });

    it('knows how many messages are lost at the end', async () => {
      await addFileMessages(store, 'c', inChunks(lines(5)));
      // The end of the file is a record, too.
      await lose({ records: [3, 4, 5] });

      expect(await archive.mend()).toMatchObject([{ lostMessages: [3, 4] }]);
      expect(await archive.check()).toEqual([]);
    });

    it('brings a head of an earlier commit up to date, so that heads given out since verify', async () => {
      await store.append('c', someMessages(3));
      const table = await database.table(logTable);
      const [before] = [...(await table.get([`${conversationHash('c')}-head`])).values()];
      const { head } = await store.append('c', someMessages(2, 3));
      await table.upsert(before === undefined ? [] : [before]);

      const [mending] = await archive.mend();

      expect(mending).toMatchObject({ lostMessages: [] });
      expect(await store.head('c')).toMatchObject({ head, messages: 5 });
    });

    it('makes a head that is lost again, where a segment has the name', async () => {
      await store.append('c', someMessages(4));
      await store.putSegments([aStoredSegment('c', 1, (await store.messages('c')).slice(0, 2))]);
      await lose({ head: true });

      expect(await archive.mend()).toMatchObject([{ conversationId: 'c', lostMessages: [] }]);
      expect(await store.head('c')).toMatchObject({ messages: 4 });
    });

    it('keeps a conversation whose id is lost under another, once', async () => {
      await store.append('c', someMessages(4));
      const stored = await store.messages('c');
      await lose({ head: true });
      const conversationId = `recovered-${conversationHash('c')}`;

      expect(await archive.mend()).toMatchObject([{ conversationId, lostMessages: [] }]);

      expect(await store.conversations()).toMatchObject([{ conversationId, messages: 4 }]);
      expect(await store.messages(conversationId)).toEqual(stored);
      expect([await archive.check(), await archive.unlisted(), await archive.mend()]).toEqual([[], [], []]);
    });

    it('ends a repair that was stopped before the rows of the lost id were gone', async () => {
      await store.append('c', someMessages(4));
      await lose({ head: true });
      const table = await database.table(logTable);
      const lostKeys = Array.from({ length: 4 }, (_, record) => recordKey(conversationHash('c'), record));
      const rows = [...(await table.get(lostKeys)).values()];
      await archive.mend();
      await table.upsert(rows);

      const [mending] = await archive.mend();

      expect(mending).toMatchObject({ lostMessages: [] });
      expect(await store.conversations()).toHaveLength(1);
      expect(await archive.check()).toEqual([]);
    });

    it('does not make look whole what was changed on purpose', async () => {
      await addFileMessages(store, 'c', inChunks(lines(3)));
      const table = await database.table(logTable);
      const where = and(equals('conversation', conversationHash('c')), equals('record', 1));
      for await (const rows of table.scan({ where })) {
        await table.upsert(rows.map((row) => ({ ...row, text: row.text.replace('line 1', 'line 7') })));
      }

      expect(await archive.mend()).toEqual([]);
      expect(await archive.check()).toMatchObject([{ conversationId: 'c' }]);
    });

    it('takes away what came back of a conversation that was removed', async () => {
      await store.append('c', someMessages(3));
      const table = await database.table(logTable);
      const rows = [];
      for await (const batch of table.scan({ where: or(equals('record', 0), equals('record', 1)) }))
        rows.push(...batch);
      await store.remove('c');
      await table.upsert(rows);

      await archive.mend();

      expect(await table.count(equals('record', 0))).toBe(0);
      expect(await store.conversations()).toEqual([]);
    });

    it('closes segments again from the first that is lost', async () => {
      await store.append('c', someMessages(9));
      const messages = await store.messages('c');
      const segments = [1, 2, 3].map((number) =>
        aStoredSegment('c', number, messages.slice(number * 2 - 2, number * 2)),
      );
      await store.putSegments(segments);
      await (await database.table(segmentTable)).deleteWhere(equals('number', 2));

      await archive.mend();

      expect((await store.segments('c')).map(({ number }) => number)).toEqual([1]);
      await store.putSegments(segments.slice(1, 2));
      expect((await store.segments('c')).map(({ number }) => number)).toEqual([1, 2]);
    });
  });

  describe('a backup', () => {
    async function backUp(): Promise<string> {
      const pieces: string[] = [];
      for await (const piece of await archive.backUp()) pieces.push(piece);
      return pieces.join('');
    }

    const source = (text: string) => () => inChunks(text);

    it('COMP-06: gives back every conversation byte for byte, with its head and its segments', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 }), async (texts) => {
          await open();
          const file = texts.map((content) => `${JSON.stringify({ role: 'user', content })}\n`).join('');
          const { head } = await addFileMessages(store, 'c', inChunks(file));
          await store.append('other', someMessages(5));
          await store.putSegments([aStoredSegment('other', 1, (await store.messages('other')).slice(0, 3))]);
          const segments = await store.segments('other');
          const backup = await backUp();
          await open();

          expect(await archive.restore(source(backup))).toEqual({ restored: ['c', 'other'], unchanged: [] });

          expect(await exported(store, 'c')).toBe(file);
          expect(await store.head('c')).toMatchObject({ head });
          expect(await store.segments('other')).toEqual(segments);
          expect(await archive.check()).toEqual([]);
          expect(await backUp()).toBe(backup);
        }),
        { numRuns: 6 },
      );
    });

    it('changes nothing where everything is there already, and adds what was removed since', async () => {
      await store.append('c', someMessages(3));
      await store.append('d', someMessages(2));
      const backup = await backUp();
      await store.remove('d');

      expect(await archive.restore(source(backup))).toEqual({ restored: ['d'], unchanged: ['c'] });
      expect(await store.messages('d')).toHaveLength(2);
    });

    it('ends a restore that was interrupted before the head was there, until when nothing is shown', async () => {
      await store.append('c', someMessages(3));
      const backup = await backUp();
      await lose({ head: true });

      await expect(store.messages('c')).rejects.toThrow('run "lexichord memory restore" to complete it');
      expect(await archive.restore(source(backup))).toEqual({ restored: ['c'], unchanged: [] });

      expect(await contents()).toEqual(['What 0 says', 'What 1 says', 'What 2 says']);
      expect(await archive.check()).toEqual([]);
    });

    it('leaves a conversation as it is that has grown since, and gives back what is missing', async () => {
      await store.append('c', someMessages(3));
      await store.append('d', someMessages(2));
      const backup = await backUp();
      await store.remove('d');
      await store.append('c', someMessages(1, 3));

      expect(await archive.restore(source(backup))).toEqual({ restored: ['d'], unchanged: ['c'] });
      expect(await store.conversations()).toMatchObject([{ messages: 4 }, { messages: 2 }]);
    });

    it('is refused as a whole when one conversation is stored with something else', async () => {
      await store.append('c', someMessages(3));
      await store.append('d', someMessages(2));
      const backup = await backUp();
      await store.remove('d');
      await store.remove('c');
      await store.append('c', someMessages(3, 7));

      await expect(archive.restore(source(backup))).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringContaining('"c"') as string,
      });
      expect((await store.conversations()).map(({ conversationId }) => conversationId)).toEqual(['c']);
    });

    it('is refused when it was changed, cut off, or is no backup', async () => {
      await store.append('c', someMessages(3));
      const backup = await backUp();
      await open();

      for (const text of [backup.replace('What 1', 'What 7'), backup.slice(0, -2), lines(2), '']) {
        await expect(archive.restore(source(text))).rejects.toMatchObject({ code: 'invalid-argument' });
      }
      expect(await store.conversations()).toEqual([]);
    });
  });
});
