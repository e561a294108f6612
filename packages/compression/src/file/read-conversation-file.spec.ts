import fc from 'fast-check';

import { inChunks } from '../store/test-support/stored-conversation.js';
import { type FileMessage, readConversationFile } from './read-conversation-file.js';

/** Everything of a file, and the file as it is put together from its parts. */
async function readAll(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ messages: FileMessage[]; text: string; bytesDone: number }> {
  const messages: FileMessage[] = [];
  let text = '';
  let bytesDone = 0;
  for await (const part of readConversationFile(bytes)) {
    bytesDone = part.bytesDone;
    if (part.message === undefined) text += part.trailing;
    else {
      messages.push(part.message);
      text += part.message.source.before + part.message.source.text;
    }
  }
  return { messages, text, bytesDone };
}

async function* bytesOf(...parts: readonly (readonly number[] | string)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part as string));
}

describe('readConversationFile', () => {
  it.each([
    ['', 0],
    ['\ufeff', 0],
    [' \r\n', 0],
    ['[]', 0],
    [' [ \n ] \r', 0],
    ['{"role":"a","content":"1"}', 1],
    ['\n\n{"role":"a","content":"1"}\r\n\r\n{"role":"a","content":"2"}\n', 2],
    ['{"role":"a","content":"1"}\r{"role":"a","content":"2"}', 2],
    ['\ufeff[\t{"role":"a","content":"1"} ,\n\n{"role" : "a"\n,"content":"2"}]\n', 2],
    ['[{"role":"a","content":"]}\\"\\\\","x":[[{"y":"{"}]]}]', 1],
    ['{"role":"a","content":"\\ud800 \u{1f600} \u2028 \u0085"}', 1],
  ])('reads %j whole, whatever the chunks', async (file, count) => {
    for (const size of [1, 2, 3, 1_000]) {
      const { messages, text, bytesDone } = await readAll(inChunks(file, size));

      expect(messages).toHaveLength(count);
      expect(text).toBe(file);
      expect(bytesDone).toBe(Buffer.byteLength(file));
    }
  });

  it('says where each message begins', async () => {
    const file = '[\r\n{"role":"a",\n"content":"1"},\r\r{"role":"a","content":"2"}, {"role":"a","content":"3"}]';

    const { messages } = await readAll(inChunks(file, 1));

    expect(messages.map(({ line }) => line)).toEqual([2, 5, 5]);
  });

  it.each([
    ['hello', 1, 'expected a list of messages ("[") or a message ("{")'],
    ['\n"SECRET"', 2, 'expected a list of messages ("[") or a message ("{")'],
    ['{"role":"a","content":"SECRET"}\n{"role":"a"}', 2, 'field "content"'],
    ['{"role":"a","content":"SECRET"} {"role":"a","content":""}', 1, 'expected the end of the line after a message'],
    ['{"role":"a","content":"SECRET"},\n', 1, 'expected the end of the line after a message'],
    ['{"role":"a","content":"SECRET"}\nSECRET', 2, 'expected a message ("{")'],
    ['[{"role":"a","content":"SECRET"}\n\n', 3, 'expected "]"'],
    ['[\n', 2, 'expected "]"'],
    ['[{"role":"a","content":"SECRET"},\n]', 2, 'expected a message ("{") after ","'],
    ['[{"role":"a","content":"SECRET"}\n{"role"', 2, 'expected "," or "]" after a message'],
    ['[{"role":"a","content":"SECRET"}\n:', 2, 'expected "," or "]" after a message'],
    ['[\n[{"role":"a","content":"SECRET"}]]', 2, 'expected a message ("{") or "]"'],
    ['[] []', 1, 'expected nothing after the list'],
    ['[]\n{"role":"a","content":"SECRET"}', 2, 'expected nothing after the list'],
    ['\n{"role":"a","content":"SECRET"', 2, 'the message that begins there is not closed'],
    ['{"role":"a","content":"SECRET}\n{"role":"a","content":"SECRET"}', 1, 'unclosed string'],
    ['{"role":"a","content":"1"}\n{"messages":[{"role":"SECRET"}]}', 2, 'field "role": expected text'],
    ['{"role":"a","content":"1"}\n{"role":"a",\n"content":SECRET}', 2, 'not valid JSON'],
    ['{]"role":"a"}', 1, 'not valid JSON'],
  ])('refuses %j', async (file, line, problem) => {
    for (const size of [1, 7, 1_000]) {
      const reading = readAll(inChunks(file, size));

      await expect(reading).rejects.toMatchObject({ code: 'invalid-argument', details: { line } });
      await expect(readAll(inChunks(file, size))).rejects.toThrow(problem);
      await expect(readAll(inChunks(file, size))).rejects.not.toThrow('SECRET');
    }
  });

  it.each([
    ['a byte that begins no character', [[0x0a, 0x0a, 0x7b, 0xff, 0x0a]], 3],
    ['a character that is cut off', [[0x0a, 0xe2, 0x82]], 2],
    [
      'a character that is cut off by another',
      [
        [0x0a, 0xe2],
        [0x82, 0x0a],
      ],
      2,
    ],
    ['a surrogate', [[0xed, 0xa0], [0x80]], 1],
  ])('refuses %s, with its line', async (_what, parts, line) => {
    await expect(readAll(bytesOf(...parts))).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('UTF-8') as string,
      details: { line },
    });
  });

  it.each([
    ['little', [0xff, 0xfe, 0x5b, 0x00]],
    ['big', [0xfe, 0xff, 0x00, 0x5b]],
    ['little, without a mark', [0x5b, 0x00, 0x5d, 0x00]],
    ['big, without a mark', [0x00, 0x5b, 0x00, 0x5d]],
  ])('says of a UTF-16 file (%s endian) that it must be saved as UTF-8', async (_what, bytes) => {
    await expect(readAll(bytesOf(bytes))).rejects.toThrow('line 1: the file is UTF-16 or binary; save it as UTF-8');
    await expect(readAll(bytesOf(...bytes.map((byte) => [byte])))).rejects.toThrow('save');
  });

  it('reads any list of any objects, whatever their white space, and gives the text back', async () => {
    const space = fc.stringMatching(/^[ \t\n\r]{0,3}$/u);
    const message = fc.record({
      role: fc.constant('user'),
      content: fc.string({ unit: 'binary' }),
      more: fc.jsonValue(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(space, message, space)), space, fc.nat(20), async (items, end, size) => {
        const texts = items.map(([before, value, after]) => `${before}${JSON.stringify(value, null, before)}${after}`);
        const file = `${end}[${texts.join(',')}${end}]${end}`;

        const { messages, text } = await readAll(inChunks(file, size + 1));

        expect(text).toBe(file);
        expect(messages.map(({ content }) => content)).toEqual(items.map(([, { content }]) => content));
      }),
      { numRuns: 200 },
    );
  });

  it('takes time that grows with the file alone', async () => {
    const content = '\\"{['.repeat(500_000);
    const file = `[${JSON.stringify({ role: 'a', content })},${' '.repeat(1_000_000)}{"role":"a","content":""}]`;

    const { messages } = await readAll(inChunks(file, 4_096));

    expect(messages.map((one) => one.content.length)).toEqual([content.length, 0]);
  });

  it('stops when it is told to', async () => {
    const reading = readConversationFile(inChunks('[]'), { signal: AbortSignal.abort(new Error('enough')) });

    await expect(reading.next()).rejects.toThrow('enough');
  });
});
