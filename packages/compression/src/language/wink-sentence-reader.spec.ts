import type { ConversationMessage } from '@lexichord/abstractions';
import fc from 'fast-check';

import { messagesOf } from './test-support/messages.js';
import { WinkSentenceReader } from './wink-sentence-reader.js';

describe('WinkSentenceReader', () => {
  const reader = new WinkSentenceReader();
  afterAll(() => reader.dispose());

  const textsOf = async (...contents: readonly string[]): Promise<readonly string[]> => {
    const { sentences } = await reader.read(contents.map((content, index) => aMessage(content, index)));
    return sentences.map(({ message, start, end }) => (contents[message] ?? '').slice(start, end));
  };

  it.each([
    ["I don't think so. We'll see!", ["I don't think so.", "We'll see!"]],
    ['See file.ts now. Then go.', ['See file.ts now.', 'Then go.']],
    ['Price is $5.40 vs. 6%. Dr. Smith agrees.', ['Price is $5.40 vs. 6%.', 'Dr. Smith agrees.']],
    ['- one\n- two\n\nAnd so on', ['- one', '- two', 'And so on']],
    ['今天天气很好。我们去公园吧！', ['今天天气很好。', '我们去公园吧！']],
    ['  spaced  ', ['spaced']],
    ['', []],
    [' \n\t\n ', []],
    ['one\r\ntwo', ['one', 'two']],
  ])('cuts %j into sentences', async (content, sentences) => {
    expect(await textsOf(content)).toEqual(sentences);
  });

  it('takes lines that end because the page ends for one sentence', async () => {
    const wrapped =
      'This sentence is so long that whoever wrote it has put in a line end\nbefore it was over. Then came another one.';

    expect(await textsOf(wrapped)).toHaveLength(2);
  });

  it('cuts code, logs and traces at lines, and never hands them to the tagger', async () => {
    const content =
      'Look:\n```js\nfoo. Bar();\nbaz\n```\nTypeError: x is no function\n    at run (a.js:1:2)\n2024-01-01 10:00 Started. Ready.';

    const { sentences } = await reader.read([aMessage(content)]);

    expect(sentences.map(({ kind, start, end }) => [kind, content.slice(start, end)])).toEqual([
      ['prose', 'Look:'],
      ['code', 'foo. Bar();'],
      ['code', 'baz'],
      ['prose', 'TypeError: x is no function'],
      ['line', 'at run (a.js:1:2)'],
      ['line', '2024-01-01 10:00 Started. Ready.'],
    ]);
  });

  it('knows what a sentence is found by and what it is about', async () => {
    const content = 'Yesterday Anna Miller deployed the billing service to Berlin.';

    const { sentences } = await reader.read([aMessage(content)]);

    expect(sentences[0]?.terms).toEqual(expect.arrayContaining(['anna', 'deploy', 'bill', 'berlin']));
    const phrases = sentences[0]?.phrases.map(({ kind, start, end }) => `${kind} ${content.slice(start, end)}`);
    expect(phrases).toEqual(expect.arrayContaining(['name Anna Miller', 'name Berlin']));
  });

  it('reads the same, in place and on the thread', async () => {
    const content = 'Anna deployed the billing service. Was it ready? Nobody knows yet.\n\n';
    const alone = await textsOf(content);

    const many = await textsOf(content.repeat(200));

    expect(many).toEqual(Array.from({ length: 200 }, () => alone).flat());
  });

  it('leaves the middle of a long message unread, cut into parts', async () => {
    const content = `First words.\n${'A line of the middle.\n'.repeat(20_000)}Last words.`;

    const { sentences, unread } = await reader.read([aMessage(content)]);

    const texts = sentences.map(({ start, end }) => content.slice(start, end));
    expect([texts[0], texts.at(-1)]).toEqual(['First words.', 'Last words.']);
    expect(texts.join('').length).toBeLessThan(60_000);
    expect(unread.length).toBeGreaterThan(500);
    for (const { start, end } of unread) expect(end - start).toBeLessThanOrEqual(400);
  });

  it('shares what can be read among many long messages', async () => {
    const messages = Array.from({ length: 20 }, (_, index) => aMessage('Words, more words. '.repeat(3_000), index));

    const { sentences } = await reader.read(messages);

    const units = sentences.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(units).toBeLessThan(270_000);
    expect(new Set(sentences.map(({ message }) => message)).size).toBe(20);
  });

  it('rejects with the reason of the signal', async () => {
    const reason = new DOMException('Enough.', 'AbortError');

    await expect(reader.read(messagesOf(['Words.']), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('gives up the thread it waits for when the signal aborts', async () => {
    const controller = new AbortController();
    const reason = new DOMException('Enough.', 'AbortError');

    const reading = reader.read([aMessage('Words, more words. '.repeat(2_000))], { signal: controller.signal });
    setImmediate(() => controller.abort(reason));

    await expect(reading).rejects.toBe(reason);
  });

  it('gives ranges in order, within the messages, without overlaps, never half a character', async () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.constantFrom(
        '```',
        'Hello there. ',
        '\n',
        '\r\n',
        '    at a (b.js:1)',
        '。',
        '😀',
        '\ud800',
        '\0',
        'x'.repeat(500),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(line, { maxLength: 12 }), { maxLength: 4 }), async (lines) => {
        const contents = lines.map((parts) => parts.join(''));
        const { sentences } = await reader.read(contents.map((content, index) => aMessage(content, index)));
        let before = { message: 0, end: 0 };
        for (const { message, start, end, phrases } of sentences) {
          if (message === before.message) expect(start).toBeGreaterThanOrEqual(before.end);
          else expect(message).toBeGreaterThan(before.message);
          expect(end).toBeGreaterThan(start);
          const content = contents[message] ?? '';
          expect(end).toBeLessThanOrEqual(content.length);
          for (const offset of [start, end]) expect(isWithinPair(content, offset)).toBe(false);
          for (const phrase of phrases) expect(start <= phrase.start && phrase.end <= end).toBe(true);
          before = { message, end };
        }
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['letters without a space', 'x'.repeat(200_000)],
    ['characters of a script without spaces', '漢字'.repeat(100_000)],
    ['white space', ' \n'.repeat(200_000)],
    ['fences', '```\n'.repeat(50_000)],
    ['halves of characters', '\ud800'.repeat(200_000)],
    ['signs', '([{<'.repeat(50_000)],
    ['addresses', 'a@b.c '.repeat(50_000)],
    ['dots', 'a.b'.repeat(60_000)],
  ])('reads a message of nothing but %s', async (_, content) => {
    expect(Array.isArray((await reader.read([aMessage(content)])).sentences)).toBe(true);
  });
});

function aMessage(content: string, index = 0): ConversationMessage {
  return { id: `m${index}`, role: 'user', content };
}

function isWithinPair(text: string, offset: number): boolean {
  return /[\ud800-\udbff]/u.test(text.charAt(offset - 1)) && /[\udc00-\udfff]/u.test(text.charAt(offset));
}
