import type { NewMessage } from '@lexichord/abstractions';

import type { CompressionStore } from '../store/compression-store.js';
import { exported, inChunks, someMessages } from '../store/test-support/stored-conversation.js';
import { TemporaryStores } from '../store/test-support/temporary-stores.js';
import { type FileProgress, type FileTarget, addFileMessages } from './add-file-messages.js';

const asLines = (messages: readonly NewMessage[]): string =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('');

const said = (...contents: readonly string[]): readonly NewMessage[] =>
  contents.map((content) => ({ role: 'user', content }));

const named = (...ids: readonly string[]): readonly NewMessage[] =>
  ids.map((id) => ({ id, role: 'user', content: `says ${id}` }));

/** As the messages of a file have their source texts. */
const asFile = (messages: readonly NewMessage[]): readonly NewMessage[] =>
  messages.map((message, index) => ({
    ...message,
    source: { before: index === 0 ? '' : '\n', text: JSON.stringify(message) },
  }));

/** The parts of a store that adding uses, for a test to replace some. */
const fileTarget = (store: CompressionStore): FileTarget => ({
  head: (...args) => store.head(...args),
  messages: (...args) => store.messages(...args),
  messagesAt: (...args) => store.messagesAt(...args),
  fileBreaks: (...args) => store.fileBreaks(...args),
  append: (...args) => store.append(...args),
});

describe('addFileMessages', () => {
  const temporary = new TemporaryStores();
  let store: CompressionStore;

  beforeEach(async () => {
    store = await temporary.fresh();
  });

  afterEach(() => temporary.dispose());

  const add = (messages: readonly NewMessage[], target: FileTarget = store): ReturnType<typeof addFileMessages> =>
    addFileMessages(target, 'c', inChunks(asLines(messages)));

  const contents = async (): Promise<readonly string[]> => (await store.messages('c')).map(({ content }) => content);

  it('adds in batches, and tells how far it has come after each', async () => {
    const file = asLines(someMessages(2_500));
    const progress: FileProgress[] = [];

    const report = await addFileMessages(store, 'c', inChunks(file), {
      onBatch: async (batch) => {
        expect((await store.head('c'))?.messages).toBe(batch.messages);
        progress.push(batch);
      },
    });

    expect(report).toMatchObject({ conversationId: 'c', messages: 2_500, added: 2_500, known: 0 });
    expect(progress.map(({ messages, added, known }) => [messages, added, known])).toEqual([
      [1_000, 1_000, 0],
      [2_000, 2_000, 0],
      [2_500, 2_500, 0],
    ]);
    expect(progress.at(-1)?.bytesDone).toBe(Buffer.byteLength(file));
    expect(await store.verify('c', report.head)).toMatchObject({ isIntact: true, messages: 2_500 });
  });

  it('puts little in a batch where messages are large', async () => {
    const batches: number[] = [];
    const large = Array.from({ length: 5 }, (_, index) => ({ role: 'user', content: `${index}`.repeat(2_000_000) }));

    await addFileMessages(store, 'c', inChunks(asLines(large)), {
      onBatch: ({ messages }) => void batches.push(messages),
    });

    expect(batches).toEqual([3, 5]);
    expect(await exported(store, 'c')).toBe(asLines(large));
  });

  it('adds nothing of a file that it knows, and what is new of one that has grown', async () => {
    const first = await add(said('a', 'b', 'c'));

    expect(await add(said('a', 'b', 'c'))).toEqual({ ...first, added: 0, known: 3 });
    expect(await add(said('a', 'b'))).toEqual({ ...first, added: 0, known: 2 });
    expect(await add(said('a', 'b', 'c', 'd'))).toMatchObject({ added: 1, known: 3, messages: 4 });

    expect(await contents()).toEqual(['a', 'b', 'c', 'd']);
    expect(await exported(store, 'c')).toBe(asLines(said('a', 'b', 'c', 'd')));
  });

  it('continues a conversation with a file that begins with another message, and knows that one again too', async () => {
    await add(said('a', 'b'));
    await add(said('c', 'a'));

    expect(await add(said('c', 'a'))).toMatchObject({ added: 0, known: 2, messages: 4 });
    expect(await add(said('c', 'a', 'd'))).toMatchObject({ added: 1, known: 2, messages: 5 });

    expect((await store.messages('c')).map(({ id, content }) => `${id} ${content}`)).toEqual([
      'm0 a',
      'm1 b',
      'm2 c',
      'm3 a',
      'm4 d',
    ]);
    expect(await exported(store, 'c')).toBe(asLines(said('a', 'b', 'c', 'a', 'd')));
  });

  it('knows each of many files again, the first ones too', async () => {
    const files = Array.from({ length: 70 }, (_, index) => said(`first of ${index}`, `second of ${index}`));
    await store.append('c', files.flatMap(asFile));

    for (const file of files) expect(await add(file)).toMatchObject({ added: 0, known: 2 });
    await expect(add([...files[1]!, ...said('more')])).rejects.toMatchObject({ code: 'invalid-argument' });

    expect(await contents()).toEqual(files.flat().map(({ content }) => content));
  });

  it.each([
    ['with other first messages', (index: number) => said(`first of ${index}`, 'second')],
    ['with the same first messages', (index: number) => said('system prompt', 'hello', `third of ${index}`)],
  ])('compares 10,000 files %s in a few reads', async (_name, fileOf) => {
    const files = Array.from({ length: 10_000 }, (_, index) => fileOf(index));
    await store.append('c', files.flatMap(asFile));
    let reads = 0;
    const counted: FileTarget = {
      ...fileTarget(store),
      messages: (...args) => ((reads += 1), store.messages(...args)),
      messagesAt: (...args) => ((reads += 1), store.messagesAt(...args)),
    };

    expect(await add(files[5_000]!, counted)).toMatchObject({ added: 0, known: files[0]!.length });

    expect(reads).toBeLessThan(200);
  });

  it.each(['\n', '\r\n', ' \n\n'])('knows a continuation again that begins with a blank line: %j', async (blank) => {
    const addText = (text: string): ReturnType<typeof addFileMessages> => addFileMessages(store, 'c', inChunks(text));
    await add(said('a', 'b'));
    const continuation = `${blank}${asLines(said('c', 'd'))}`;
    await addText(continuation);
    await store.append('c', said('in between'));
    const other = `${blank}${asLines(said('e'))}`;
    await addText(other);

    expect(await addText(continuation)).toMatchObject({ added: 0, known: 2 });
    expect(await addText(other)).toMatchObject({ added: 0, known: 1 });
    const grown = await addText(`${other}${asLines(said('f'))}`);

    expect(grown).toMatchObject({ added: 1, known: 1 });
    expect(await contents()).toEqual(['a', 'b', 'c', 'd', 'in between', 'e', 'f']);
    expect(await store.verify('c', grown.head)).toMatchObject({ isIntact: true });
  });

  it('continues a conversation with a file that begins like what an earlier file has grown by', async () => {
    await add(said('a'));
    await add(said('a', 'yes'));

    expect(await add(said('yes', 'b'))).toMatchObject({ added: 2, known: 0 });
  });

  it('refuses a file that agrees at first and then differs, and says where', async () => {
    await add(said('a', 'b', 'c'));
    const { head } = (await store.head('c'))!;

    await expect(add(said('a', 'b', 'SECRET', 'd'))).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(/message 3 \(line 3\).*another conversation id/u) as string,
      details: { message: 3, line: 3 },
    });
    await expect(add(said('a', 'SECRET'))).rejects.not.toThrow('SECRET');

    expect((await store.head('c'))?.head).toBe(head);
  });

  it('finds the message that differs also in a later batch', async () => {
    await add(someMessages(1_500));

    await expect(add([...someMessages(1_200), ...said('other'), ...someMessages(1_000)])).rejects.toMatchObject({
      details: { message: 1_201, line: 1_201 },
    });

    expect((await store.head('c'))?.messages).toBe(1_500);
  });

  it('lets the ids of a file decide', async () => {
    await add(named('a', 'b', 'c'));

    expect(await add(named('b', 'c', 'd'))).toMatchObject({ added: 1, known: 2 });
    expect(await add(named('a', 'x', 'd'))).toMatchObject({ added: 1, known: 2 });
    expect(await add(named('a', 'b', 'c', 'd', 'x', 'e'))).toMatchObject({ added: 1, known: 5 });
    await expect(add([...named('a', 'b'), { id: 'c', role: 'user', content: 'SECRET' }])).rejects.toMatchObject({
      code: 'invalid-argument',
      details: { messageId: 'c' },
    });

    expect(await contents()).toEqual(['a', 'b', 'c', 'd', 'x', 'e'].map((id) => `says ${id}`));
  });

  it('gives no message an id that another one has', async () => {
    await add([...named('m1', 'm3'), ...said('without')]);

    await add([...named('m1', 'm3'), ...said('without', 'one more'), ...named('m4', 'm4-2'), ...said('last')]);

    expect((await store.messages('c')).map(({ id }) => id)).toEqual(['m1', 'm3', 'm2', 'm3-2', 'm4', 'm4-2', 'm6']);
    await store.append('c', [{ id: 'm8', role: 'user', content: '' }]);
    await store.append('c', said('programmatic'));
    expect((await store.messages('c')).at(-1)?.id).toBe('m8-2');
  });

  it('adds nothing of a file with a mistake, and says which message it is', async () => {
    const good = someMessages(1_200);
    const batches: number[] = [];
    const wrong = `${asLines(good)}{"role":"user"}\n`;

    const adding = addFileMessages(store, 'c', inChunks(wrong), {
      onBatch: ({ messages }) => void batches.push(messages),
    });

    await expect(adding).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('message 1201, line 1201: field "content"') as string,
      details: { message: 1_201, line: 1_201 },
    });
    expect([batches, await store.head('c')]).toEqual([[], undefined]);
    const corrected = [...good, ...said('right')];
    expect(await add(corrected)).toMatchObject({ added: 1_201, known: 0 });
    expect(await exported(store, 'c')).toBe(asLines(corrected));
  });

  it.each([5, 1_100])('adds nothing of a file with two messages of one id, wherever they are: %d', async (earlier) => {
    const ids = Array.from({ length: 1_300 }, (_unused, index) => `id${index}`);

    await expect(add(named(...ids.with(1_200, `id${earlier}`)))).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining(`message 1201, line 1201: its id is that of message ${earlier + 1}`) as string,
      details: { message: 1_201, line: 1_201 },
    });

    expect(await store.head('c')).toBeUndefined();
  });

  it('says of a message that is stored otherwise where it is in the file, and what was added before it', async () => {
    const file = named(...Array.from({ length: 1_300 }, (_unused, index) => `id${index}`));
    await add([{ id: 'id1200', role: 'user', content: 'SECRET' }]);

    await expect(add(file)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(
        /Message 1201 of the file \(line 1201\).* Added before it: 1,000 messages/u,
      ) as string,
      details: { message: 1_201, line: 1_201, messageId: 'id1200' },
    });
    await expect(add(file.slice(1_200))).rejects.toThrow(/Message 1 of the file .* Nothing of the file was added/u);

    expect((await store.head('c'))?.messages).toBe(1_001);
  });

  it.each(['', '[]', ' [ ]\n', '\ufeff\n'])('keeps a file without messages: %j', async (file) => {
    const report = await addFileMessages(store, 'c', inChunks(file));

    expect(report).toMatchObject({ messages: 0, added: 0 });
    expect(await exported(store, 'c')).toBe(file);
    expect(await addFileMessages(store, 'c', inChunks(file))).toEqual(report);
    expect(await store.verify('c', report.head)).toMatchObject({ isIntact: true, messages: 0 });
    expect(await store.conversations()).toHaveLength(1);
  });

  it('keeps every file that continues an array a valid array, and lines lines', async () => {
    const pretty = JSON.stringify(said('a', 'b'), null, 2);
    const files = [pretty, asLines(said('c')), '[]', JSON.stringify(said('d', 'e'), null, 2)];
    for (const file of files) await addFileMessages(store, 'array', inChunks(file));
    await store.append('array', said('f'));
    for (const file of [...files].reverse()) await addFileMessages(store, 'lines', inChunks(file));
    await store.append('plain', said('x'));
    await addFileMessages(store, 'plain', inChunks(pretty));

    expect(JSON.parse(await exported(store, 'array'))).toEqual(said('a', 'b', 'c', 'd', 'e', 'f'));
    expect(JSON.parse(await exported(store, 'lines'))).toEqual(said('d', 'e', 'c', 'a', 'b'));
    const lines = (await exported(store, 'plain')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(said('x', 'a', 'b'));
    const copy = await addFileMessages(store, 'copy', inChunks(await exported(store, 'array')));
    expect(copy.added).toBe(6);
  });

  it('adds what two add at once once, and what others say in between too', async () => {
    const file = someMessages(2_300);
    let interruptions = 0;
    // Somebody else adds a message whenever this file's adder has looked at what is there.
    const interrupted: FileTarget = {
      ...fileTarget(store),
      append: async (id, messages, options) => {
        if (++interruptions === 2) await store.append('c', said('in between'));
        return store.append(id, messages, options);
      },
    };

    const reports = await Promise.all([add(file), add(file), add(file)]);
    expect(reports.map(({ messages }) => messages)).toEqual([2_300, 2_300, 2_300]);
    expect(reports.reduce((sum, { added }) => sum + added, 0)).toBe(2_300);

    const longer = someMessages(2_300, 10_000);
    const report = await add(longer, interrupted);

    expect(report).toMatchObject({ added: 2_300, messages: 4_601 });
    const all = await contents();
    expect(all.filter((content) => content === 'in between')).toHaveLength(1);
    expect(all.filter((content) => content !== 'in between')).toEqual(
      [...file, ...longer].map(({ content }) => content),
    );
  });
});
