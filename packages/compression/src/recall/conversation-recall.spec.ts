import { CompressionLevel, type RecalledContext, type RecalledSegment } from '@lexichord/abstractions';

import { conversationHash, segmentIdOf } from '../segment-id.js';
import { MemoryConversations, type Said, anAnchor, messagesOf } from './test-support/memory-conversations.js';

const day = 86_400_000;

/** Words that are in no question. */
const filler = Array.from(
  { length: 120 },
  (_unused, index) => `Nothing much happened on walk number ${index}, really.`,
);

function aTalk(said: readonly Said[], more: { readonly segmentSize?: number } = {}) {
  const conversations = new MemoryConversations();
  const messages = messagesOf(said);
  conversations.put('talk', { messages, ...more });
  return { conversations, messages, recall: conversations.recall() };
}

/** The talk with something else at some places. */
function fillerWith(places: Readonly<Record<number, Said>>): readonly Said[] {
  return filler.map((text, index) => places[index] ?? text);
}

function idsAt({ segments }: RecalledContext, level: CompressionLevel): readonly string[] {
  return segments.filter((segment) => segment.level === level).flatMap(({ messageIds }) => messageIds);
}

function entryOf({ segments }: RecalledContext, messageId: string): RecalledSegment | undefined {
  return segments.find(({ messageIds }) => messageIds.includes(messageId));
}

describe('ConversationRecall', () => {
  it('shows all of a conversation that fits, with nothing to ask for', async () => {
    const { recall, messages } = aTalk(['Hello.', 'Hi Ada.', 'How are you?', 'Fine.', 'Good.']);

    const recalled = await recall.allocate('talk', 'hello', 200);

    expect(recalled.content).toBe(
      [
        '[1970-01-01]',
        'Ada (user): Hello.',
        'Ben (user): Hi Ada.',
        'Ada (user): How are you?',
        'Ben (user): Fine.',
        'Ada (user): Good.',
      ].join('\n'),
    );
    expect(idsAt(recalled, CompressionLevel.full)).toEqual(messages.map(({ id }) => id));
    expect(recalled).toMatchObject({ originalTokens: recalled.totalTokens, leftOut: [], maxTokens: 200 });
  });

  it('ends with the last turns when nothing is asked, and tells of the rest in short', async () => {
    const { recall } = aTalk(filler);

    const recalled = await recall.allocate('talk', '', 1_000);

    expect(recalled.content.endsWith(`Ben (user): ${filler.at(-1) ?? ''}`)).toBe(true);
    expect(entryOf(recalled, 'm119')).toMatchObject({ level: CompressionLevel.full, reason: 'recent' });
    expect(idsAt(recalled, CompressionLevel.full).length).toBeGreaterThan(30);
    expect(recalled.segments[0]).toMatchObject({ reason: 'overview' });
    expect(recalled.totalTokens).toBeGreaterThan(900);
  });

  it('finds what a question asks for, however long ago, together with the question that it answers', async () => {
    const said = fillerWith({ 20: 'What did the surgeon say?', 21: 'The knee is healing, no running until spring.' });
    const { recall } = aTalk(said);

    const recalled = await recall.allocate('talk', 'Is the knee better?', 50);

    expect(recalled.content).toContain(
      'Ada (user): What did the surgeon say?\nBen (user): The knee is healing, no running until spring.',
    );
    expect(entryOf(recalled, 'm21')).toMatchObject({
      segmentId: segmentIdOf('talk', 6),
      level: CompressionLevel.full,
      reason: 'relevant',
    });
    expect(entryOf(recalled, 'm119')).toBeUndefined();
  });

  it('keeps a place for the last turn beside what was asked for', async () => {
    const { recall } = aTalk(fillerWith({ 21: 'The knee is healing.' }));

    const recalled = await recall.allocate('talk', 'knee', 800);

    expect(idsAt(recalled, CompressionLevel.full)).toEqual(expect.arrayContaining(['m21', 'm119']));
  });

  it('prefers what the person said who is asked about', async () => {
    const { recall } = aTalk(fillerWith({ 10: 'I bought a canoe at the lake.', 61: 'I bought a canoe at the sea.' }));

    const ofAda = await recall.allocate('talk', 'Which canoe did Ada buy?', 30);
    const ofBen = await recall.allocate('talk', 'Which canoe did Ben buy?', 30);

    expect(idsAt(ofAda, CompressionLevel.full)).toContain('m10');
    expect(idsAt(ofAda, CompressionLevel.full)).not.toContain('m61');
    expect(idsAt(ofBen, CompressionLevel.full)).toContain('m61');
    expect(idsAt(ofBen, CompressionLevel.full)).not.toContain('m10');
  });

  it('finds a turn that says it in other words, by what the best turns say', async () => {
    const said = fillerWith({
      40: 'The opera premiere was splendid, Carmen in the arena.',
      80: 'Carmen again tonight in that arena!',
    });
    const { recall } = aTalk(said);

    expect(idsAt(await recall.allocate('talk', 'opera', 120), CompressionLevel.full)).toContain('m80');
  });

  it('writes the day once, the minute when time passes, and a sign where turns are missing', async () => {
    const said = fillerWith({
      20: { content: 'A knee, first.', timestampMs: 10 * day },
      26: { content: 'A knee, second.', timestampMs: 10 * day + 60_000 },
      27: { content: 'A knee, third.', timestampMs: 10 * day + 7_200_000 },
    });
    const { recall } = aTalk(said, { segmentSize: 60 });

    const { content } = await recall.allocate('talk', 'knee', 48);

    expect(content).toContain(
      [
        '[1970-01-11]',
        'Ada (user): A knee, first.',
        '…',
        'Ada (user): A knee, second.',
        '[02:00]',
        'Ben (user): A knee, third.',
      ].join('\n'),
    );
  });

  it('names parts, and says once how to ask for all of one, unless the budget is small', async () => {
    const { recall } = aTalk(fillerWith({ 80: 'A knee.' }), { segmentSize: 60 });

    const { content } = await recall.allocate('talk', 'knee', 500);
    const small = await recall.allocate('talk', 'knee', 100);

    expect(content.split('\n')[0]).toBe(`[[expand:${conversationHash('talk')}-N:full]] shows all of #N.`);
    expect(content).toMatch(/^#2 1970-01-01\n(?:Ada|Ben) \(user\): .*\nAda \(user\): A knee\.$/msu);
    expect(content.match(/expand/gu)).toHaveLength(1);
    expect(small.content).not.toMatch(/#|expand/u);
  });

  it('tells of parts in short by their tags, then of those that matter most by their brief form', async () => {
    const { recall } = aTalk(filler);

    const { content, segments } = await recall.allocate('talk', '', 1_200);

    expect(content).toMatch(/^#\d+ tags of part \d+$/mu);
    const overviews = segments.filter(({ reason }) => reason === 'overview');
    expect(overviews.length).toBeGreaterThan(3);
    for (const { messageIds } of overviews) expect(messageIds).toHaveLength(4);
  });

  it('makes short forms that are not stored, and keeps them in memory', async () => {
    const { recall, conversations } = aTalk(filler);
    conversations.areLevelsStored = false;

    const first = await recall.allocate('talk', '', 1_500);
    const { length } = conversations.asked;
    const second = await recall.allocate('talk', '', 1_500);

    expect(first.content).toMatch(/^A brief account of part \d+/mu);
    expect(second).toEqual(first);
    expect(conversations.asked.slice(length).filter((asked) => asked.startsWith('messages'))).toEqual([]);
  });

  it('shows anchors word by word, in an extract of their turn', async () => {
    const conversations = new MemoryConversations();
    const messages = messagesOf(fillerWith({ 8: 'Long story short. We ship on Friday. Then we rest for a while.' }));
    const anchor = anAnchor(messages[8] ?? { id: '', role: '', content: '' }, 'We ship on Friday.');
    conversations.put('talk', { messages, anchors: [anchor] });

    const recalled = await conversations.recall().allocate('talk', '', 600);

    expect(recalled.content).toContain('Ada (user): … We ship on Friday. …');
    expect(entryOf(recalled, 'm8')).toMatchObject({
      level: CompressionLevel.brief,
      reason: 'anchors',
      messageIds: ['m8'],
    });
  });

  it('finds a decision for who asks what was decided, whatever words it was made in', async () => {
    const conversations = new MemoryConversations();
    const messages = messagesOf(
      fillerWith({
        8: 'The blue one it is.',
        30: 'The committee will choose on Monday.',
        60: 'The grey one, perhaps.',
      }),
    );
    const anchor = anAnchor(messages[8] ?? { id: '', role: '', content: '' }, 'The blue one it is.');
    conversations.put('talk', { messages, anchors: [anchor] });

    const asked = await conversations.recall().allocate('talk', 'what did they choose', 60);
    const otherwise = await conversations.recall().allocate('talk', 'committee on Monday', 60);

    expect(idsAt(asked, CompressionLevel.full)).toEqual(expect.arrayContaining(['m8', 'm30']));
    expect(idsAt(otherwise, CompressionLevel.full)).not.toContain('m8');
  });

  it('shows of a turn that is too long what was asked for', async () => {
    const long = [...filler.slice(0, 60), 'The password hint is a heron.', ...filler.slice(60)].join('\n');
    const { recall } = aTalk(fillerWith({ 30: long }));

    const recalled = await recall.allocate('talk', 'What is the password hint?', 500);

    expect(recalled.content).toContain('The password hint is a heron.');
    expect(recalled.content).toMatch(/^Ada \(user\): … /mu);
    expect(entryOf(recalled, 'm30')).toMatchObject({ level: CompressionLevel.detailed, reason: 'relevant' });
    expect(idsAt(recalled, CompressionLevel.full)).not.toContain('m30');
  });

  it('finds what is far down in a very long turn', async () => {
    const line = 'the build goes on with one more step of its long output\n';
    const log = `${line.repeat(4_000)}a heron was put on shelf 4711\n${line.repeat(400)}`;
    const { recall } = aTalk(fillerWith({ 20: { role: 'tool', content: log } }));

    const { content } = await recall.allocate('talk', 'where is the heron?', 300);

    expect(content).toContain('\n  a heron was put on shelf 4711\n');
  });

  it('begins with the last turn even if it is too long', async () => {
    const { recall } = aTalk([...filler, filler.join(' ')]);

    const recalled = await recall.allocate('talk', '', 300);

    expect(recalled.content).toContain(`Ada (user): ${filler[0] ?? ''}`);
    expect(entryOf(recalled, 'm120')).toMatchObject({ level: CompressionLevel.detailed, reason: 'recent' });
  });

  it('lists what got no place, with its tokens', async () => {
    const { recall } = aTalk(fillerWith({ 20: 'A knee.' }));

    const { segments, leftOut, originalTokens } = await recall.allocate('talk', 'knee', 40);

    const shown = new Set(segments.map(({ segmentId }) => segmentId));
    expect(shown.size + leftOut.length).toBe(30);
    expect(leftOut[0]).toEqual({
      segmentId: segmentIdOf('talk', 1),
      reason: 'over-budget',
      tokens: expect.any(Number) as unknown,
    });
    expect(originalTokens).toBeGreaterThan(leftOut.reduce((sum, { tokens }) => sum + tokens, 0));
  });

  it('gives nothing for nothing', async () => {
    const { recall } = aTalk(filler);

    expect(await recall.allocate('talk', 'walk', 0)).toMatchObject({ content: '', totalTokens: 0, segments: [] });
    expect((await recall.allocate('talk', 'walk', 0)).leftOut).toHaveLength(30);
  });

  it.each([-1, 0.5, Number.NaN, Infinity])('refuses a budget of %s', async (budget) => {
    await expect(aTalk(filler).recall.allocate('talk', '', budget)).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  it('says what to do about a conversation that nobody stored', async () => {
    await expect(aTalk(filler).recall.allocate('other', '', 100)).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('memory add') as unknown,
    });
  });

  it('never logs what was said or asked', async () => {
    const { recall, conversations } = aTalk(fillerWith({ 20: 'A knee.' }));

    await recall.allocate('talk', 'knee', 500);

    expect(JSON.stringify(conversations.log.lines)).not.toMatch(/knee|walk/u);
  });
});

describe('ConversationRecall over time', () => {
  it('reads a conversation once, and what is new when it has grown', async () => {
    const { recall, conversations, messages } = aTalk(filler);
    await recall.allocate('talk', 'knee', 100);
    await recall.allocate('talk', 'knee', 100);

    conversations.put('talk', { messages: [...messages, ...messagesOf(['Well?', 'A knee, at last.'], 120)] });
    const recalled = await recall.allocate('talk', 'knee', 100);

    expect(recalled.content).toContain('Ben (user): A knee, at last.');
    expect(conversations.asked.filter((asked) => asked.startsWith('messages'))).toEqual([
      'messages 0-120',
      'messages 119-120',
      'messages 120-122',
    ]);
  });

  it('tells the same as if it had never known the shorter one', async () => {
    const { recall, conversations, messages } = aTalk(filler.slice(0, 90));
    await recall.allocate('talk', 'walk', 800);

    conversations.put('talk', { messages: [...messages, ...messagesOf(filler.slice(90), 90)] });

    expect(await recall.allocate('talk', 'walk', 800)).toEqual(
      await conversations.recall().allocate('talk', 'walk', 800),
    );
  });

  it('forgets a conversation that was removed and stored anew', async () => {
    const { recall, conversations } = aTalk(filler);
    await recall.allocate('talk', 'walk', 800);

    conversations.put('talk', { messages: messagesOf(fillerWith({ 119: 'Another end.' })) });

    expect((await recall.allocate('talk', '', 800)).content).toContain('Another end.');
  });

  it('forgets a removed conversation, even one that ends as the new one does', async () => {
    const { recall, conversations } = aTalk(fillerWith({ 8: 'The knee is healing.' }));
    await recall.allocate('talk', 'knee', 300);

    conversations.removals.note();
    conversations.put('talk', { messages: messagesOf(filler) });

    expect((await recall.allocate('talk', 'knee', 300)).content).not.toContain('knee');
  });

  it('answers several at once from one reading, whoever gives up', async () => {
    const { recall, conversations } = aTalk(filler);
    const controller = new AbortController();
    const given = recall.allocate('talk', 'walk', 300, { signal: controller.signal });
    const others = [recall.allocate('talk', 'walk', 300), recall.allocate('talk', 'walk', 300)];
    controller.abort(new RangeError('enough'));

    await expect(given).rejects.toThrow('enough');
    const [first, second] = await Promise.all(others);
    expect(second).toEqual(first);
    expect(conversations.asked.filter((asked) => asked.startsWith('messages'))).toHaveLength(1);
  });

  it('reads again after a reading that failed', async () => {
    const { recall, conversations } = aTalk(filler);
    conversations.failure = new RangeError('no disk');

    await expect(recall.allocate('talk', 'walk', 300)).rejects.toThrow('no disk');
    expect((await recall.allocate('talk', 'walk', 300)).segments).not.toEqual([]);
  });
});
