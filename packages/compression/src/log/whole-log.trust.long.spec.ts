import type { CallOptions, MessageRange } from '@lexichord/abstractions';
import { type IDatabase, type Predicate, and, equals } from '@lexichord/storage';

import { ConversationArchive } from '../archive/conversation-archive.js';
import { addFileMessages } from '../file/add-file-messages.js';
import { recallFrom } from '../recall/test-support/recall-from.js';
import { conversationHash, segmentIdOf } from '../segment-id.js';
import type { CompressionStore } from '../store/compression-store.js';
import { type LogRow, logTable, segmentTable } from '../store/compression-tables.js';
import { aStoredSegment, exported, inChunks, someMessages } from '../store/test-support/stored-conversation.js';
import { TemporaryStores } from '../store/test-support/temporary-stores.js';
import { LogReader, type MessageRow } from './log-reader.js';
import { wholeMessages } from './whole-log.js';

const altered = { code: 'storage-failed', details: { fault: 'altered' } };
const own = equals('conversation', conversationHash('c'));

describe('a conversation of which rows are not found', () => {
  const temporary = new TemporaryStores();
  let database: IDatabase;
  let store: CompressionStore;
  let archive: ConversationArchive;

  beforeEach(async () => {
    database = temporary.database(await temporary.location());
    store = temporary.store(database);
    archive = new ConversationArchive(database, temporary.clock);
    const lines = Array.from({ length: 6 }, (_, index) => `{"role":"user","content":"line ${index}"}\n`);
    await addFileMessages(store, 'c', inChunks(lines.join('')));
    await store.append('other', someMessages(3));
    const messages = await store.messages('c');
    await store.putSegments(
      [1, 2].map((number) => aStoredSegment('c', number, messages.slice(2 * number - 2, 2 * number))),
    );
  });

  afterEach(() => temporary.dispose());

  /** As a row is not found whose values are others. */
  async function lose(where: Predicate<LogRow>): Promise<void> {
    await (await database.table(logTable)).deleteWhere(and(own, where));
  }

  async function backUp(): Promise<string> {
    let text = '';
    for await (const piece of await archive.backUp()) text += piece;
    return text;
  }

  it.each<[string, () => Promise<unknown>]>([
    ['all messages', () => store.messages('c')],
    ['a range', () => store.messages('c', { from: 1, to: 4 })],
    ['single messages', () => store.messagesAt('c', [0, 3])],
    ['a segment', () => store.segment(segmentIdOf('c', 2))],
    ['recall', () => recallFrom(store).allocate('c', 'line', 400)],
    ['export', () => exported(store, 'c')],
    ['a backup', () => backUp()],
    [
      'adding the same file',
      () => addFileMessages(store, 'c', inChunks('{"role":"user","content":"line 0"}\n'.repeat(6))),
    ],
  ])('is refused with its name and the number of the message: %s', async (_reader, read) => {
    await lose(equals('record', 3));

    const error: unknown = await read().catch((reason: unknown) => reason);

    expect(error).toMatchObject(altered);
    expect(String(error)).toMatch(
      /"c" was changed or damaged after it was stored: its message #4 is missing.*lexichord doctor --repair/u,
    );
  });

  it('is read where nothing is missing', async () => {
    await lose(equals('record', 3));

    expect(await store.messages('c', { from: 0, to: 3 })).toHaveLength(3);
    expect(await store.messages('c', { from: -2, to: 1 })).toHaveLength(1);
    expect(await store.messages('c', { from: 4, to: 99 })).toHaveLength(2);
    expect([...(await store.messagesAt('c', [-1, 5, 0, 6])).keys()].sort()).toEqual([0, 5]);
    expect(await store.messages('other')).toHaveLength(3);
  });

  it('names the last messages, and no more than can be read', async () => {
    await store.append('c', someMessages(200));
    for (const kind of ['plain', 'end']) await lose(equals('kind', kind));
    await lose(equals('record', 5));

    await expect(store.messages('c')).rejects.toThrow(/its messages #6–55 and 151 more are missing/u);
    await expect(exported(store, 'c')).rejects.toThrow(/its messages #6–55 and 151 more are missing/u);
  });

  it('is refused without the end of its file, which is a record of its own', async () => {
    await lose(equals('kind', 'end'));

    await expect(exported(store, 'c')).rejects.toThrow(/its record 7 is missing/u);
    await expect(backUp()).rejects.toMatchObject(altered);
    await expect(store.append('c', someMessages(1), { trailing: '\n' })).rejects.toMatchObject(altered);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its head', () => store.head('c')],
    ['messages', () => store.messages('c')],
    ['export', () => exported(store, 'c')],
    ['adding', () => store.append('c', someMessages(1))],
    ['removing', () => store.remove('c')],
    ['a backup', () => backUp()],
  ])('is not taken for one that was never stored, nor written over, without its head: %s', async (_reader, read) => {
    await lose(equals('kind', 'head'));

    await expect(read()).rejects.toMatchObject(altered);

    expect(await store.head('other')).toMatchObject({ messages: 3 });
    expect(await (await database.table(logTable)).count(own)).toBe(7);
    expect(await store.head('never')).toBeUndefined();
  });

  it('is named where all conversations are listed', async () => {
    expect(await archive.unlisted()).toEqual([]);
    await lose(equals('record', 1));
    expect(await archive.unlisted()).toMatchObject([{ conversationId: 'c' }]);
    await lose(equals('kind', 'head'));

    expect(await archive.unlisted()).toMatchObject([{ conversationId: `#${conversationHash('c')}` }]);
    expect((await store.conversations()).map(({ conversationId }) => conversationId)).toEqual(['other']);
  });

  it.each([1, 2, 0])('is not shown without the row of segment %i', async (number) => {
    await (await database.table(segmentTable)).deleteWhere(and(own, equals('number', number)));

    for (const read of [
      () => store.segments('c'),
      () => store.anchors('c'),
      () => store.levels('c', 2),
      () => backUp(),
    ]) {
      await expect(read()).rejects.toMatchObject(altered);
    }
  });

  it('is read anew when it is removed and added again meanwhile, and is not there when it is only removed', async () => {
    const removed = new InterruptedReader(database, async () => {
      await store.remove('c');
    });
    const replaced = new InterruptedReader(database, async () => {
      await store.remove('other');
      await store.append('other', someMessages(2, 40));
    });

    const range = { from: 0 };
    expect(await wholeMessages(removed, 'c', { range })).toBeUndefined();
    const { rows } = (await wholeMessages(replaced, 'other', { range }))!;
    expect(rows.map(({ text }) => text).join()).toMatch(/What 40 says.*What 41 says/u);
  });
});

/** Somebody else does something once, before messages are read. */
class InterruptedReader extends LogReader {
  private interruption: (() => Promise<void>) | undefined;

  constructor(database: IDatabase, interruption: () => Promise<void>) {
    super(database);
    this.interruption = interruption;
  }

  override async messageRows(
    conversationId: string,
    range: MessageRange,
    options: CallOptions,
  ): Promise<readonly MessageRow[]> {
    const { interruption } = this;
    this.interruption = undefined;
    await interruption?.();
    return super.messageRows(conversationId, range, options);
  }
}
