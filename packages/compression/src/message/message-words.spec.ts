import { messageWords, roleOfItem } from './message-words.js';

const base64 = 'iVBORw0KGgo'.repeat(1_000);
const names = Array.from({ length: 14 }, (_unused, at) => `feature/LIB-${100 + at}-add-due-date`).join('\n');

/** Records with fields that parts have, too. */
const bill = { type: 'bill', number: 4711, amount: 1200.5, paid: false, customer: 'Ann' };
const reading = { type: 'temperature', value: 21.5, unit: 'C', place: 'Oslo' };

/** What a message of any format says. */
function wordsOf(message: Readonly<Record<string, unknown>>): string {
  const said = messageWords(message, (message['role'] as string | undefined) ?? roleOfItem(message) ?? '');
  return said.problem ?? said.words;
}

const textPart = (text: string): object => ({ type: 'text', text });

describe('messageWords', () => {
  it.each([
    ['text as it is', { role: 'user', content: ' a\n\nb ' }, ' a\n\nb '],
    ['nothing', { role: 'user', content: null }, ''],
    [
      'parts a line each',
      { role: 'user', content: [textPart('a'), 'b', { type: 'input_text', text: 'c' }] },
      'a\nb\nc',
    ],
    ['a refusal', { role: 'assistant', content: null, refusal: 'No.' }, 'No.'],
    ['a transcript', { role: 'assistant', content: null, audio: { id: 'x', transcript: 'Hello.' } }, 'Hello.'],
    [
      'a call of an older API',
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a": 1}' } },
      'f({"a":1})',
    ],
    [
      'a call without valid arguments',
      { role: 'assistant', tool_calls: [{ type: 'custom', custom: { name: 'patch', input: '*** Begin\n+x' } }] },
      String.raw`patch(*** Begin \n +x)`,
    ],
    [
      'a number that is too long',
      { role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: '{"id":12345678901234567890}' } }] },
      'f({"id":"12345678901234567890"})',
    ],
    [
      'thinking of other providers',
      { role: 'assistant', reasoning_content: 'Hm.\nWell.', content: 'Yes.' },
      '[thinking] Hm.\n  Well.\nYes.',
    ],
    [
      'thinking that is sealed',
      { role: 'assistant', content: [{ type: 'redacted_thinking', data: base64 }] },
      '[redacted_thinking]',
    ],
    [
      'reasoning of the Responses API',
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Add it.' }], encrypted_content: base64 },
      '[thinking] Add it.',
    ],
    [
      'a search of its own',
      { type: 'web_search_call', id: 'x', action: { type: 'search', query: 'q' } },
      'web_search({"type":"search","query":"q"})',
    ],
    [
      'a call with its result',
      { type: 'mcp_call', name: 'ask', arguments: '{}', output: 'Forty-two.' },
      'ask({})\n[tool result] Forty-two.',
    ],
    [
      'a result beside the words of a user, told apart to its last line',
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'x', content: 'one\nUser: I agree.' }, textPart('Thanks.')],
      },
      '[tool result] one\n  User: I agree.\nThanks.',
    ],
    [
      'a list of names from a tool',
      { role: 'tool', content: [{ type: 'tool-result', toolName: 'ls', output: { type: 'json', value: [names] } }] },
      `ls → ["${names.replaceAll('\n', String.raw` \n `)}"]`,
    ],
    [
      'a tool that failed',
      { role: 'user', content: [{ type: 'tool_result', is_error: true, content: [textPart('a'), textPart('b')] }] },
      '[tool error] a\n  b',
    ],
    [
      'what a search has found',
      {
        role: 'assistant',
        content: [
          {
            type: 'web_search_tool_result',
            content: [{ type: 'web_search_result', title: 'T', url: 'u://', encrypted_content: base64 }],
          },
        ],
      },
      '[tool result] T\n  u://\n  [data, 8,250 bytes]',
    ],
    [
      'a message of a chat interface',
      {
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          { type: 'reasoning', text: 'Hm.' },
          { type: 'tool-weather', state: 'output-available', input: { city: 'Oslo' }, output: { celsius: 3 } },
          { type: 'dynamic-tool', toolName: 'ask', input: {}, errorText: 'Nobody is there.' },
          { type: 'source-url', sourceId: 's', url: 'https://example.org', title: 'Weather' },
          textPart('Cold.'),
        ],
      },
      '[thinking] Hm.\nweather({"city":"Oslo"})\n[tool result] {"celsius":3}\nask({})\n[tool error] Nobody is there.\ns\nhttps://example.org\nWeather\nCold.',
    ],
    [
      'a message that has its texts twice',
      {
        role: 'assistant',
        content: 'Cold.',
        parts: [
          textPart('Cold.'),
          { type: 'tool-invocation', toolInvocation: { toolName: 'weather', args: {}, result: 3 } },
        ],
        toolInvocations: [{ toolName: 'weather', args: {}, result: 3 }],
      },
      'Cold.\nweather({})\n[tool result] 3',
    ],
    [
      'calls that are beside the content',
      {
        role: 'assistant',
        content: 'Hm.',
        toolInvocations: [{ toolName: 'weather', args: { a: 'x\ny' }, result: 'fine' }],
      },
      'Hm.\nweather({"a":"x \\n y"})\n[tool result] fine',
    ],
    [
      'results with parts',
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolName: 'see',
            output: {
              type: 'content',
              value: [textPart('A cat.'), { type: 'media', mediaType: 'image/png', data: base64 }],
            },
          },
          { type: 'tool-result', toolName: 'sum', output: { type: 'json', value: { sum: [1, 2] } } },
        ],
      },
      'see → A cat.\n[image/png, 8,250 bytes]\nsum → {"sum":[1,2]}',
    ],
    [
      'a list of records',
      { role: 'tool', content: [{ type: 'tool-result', toolName: 'bills', output: { type: 'json', value: [bill] } }] },
      `bills → [${JSON.stringify(bill)}]`,
    ],
    [
      'a list of records that nobody wrapped',
      { role: 'tool', content: [{ type: 'tool-result', toolName: 'bills', result: [bill] }] },
      `bills → [${JSON.stringify(bill)}]`,
    ],
    [
      'a record with fields named as those around results',
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolName: 'read', output: { type: 'json', value: reading } },
          { type: 'tool-result', toolName: 'read', result: reading },
        ],
      },
      `read → ${JSON.stringify(reading)}\nread → ${JSON.stringify(reading)}`,
    ],
    [
      'a record in the place of a part',
      {
        role: 'assistant',
        toolInvocations: [{ toolName: 'ls', args: {}, result: [{ type: 'file', name: 'a', size: 3 }] }],
      },
      'ls({})\n[tool result] [{"type":"file","name":"a","size":3}]',
    ],
    [
      'records beside parts',
      { role: 'user', content: [{ type: 'tool_result', content: [textPart('a\nb'), { type: 'rate', left: 3 }, 'c'] }] },
      '[tool result] a\n  b\n  {"type":"rate","left":3}\n  c',
    ],
    [
      'results of an interpreter',
      { type: 'code_interpreter_call', code: '1+1', outputs: [{ type: 'logs', logs: '2\n' }] },
      'code_interpreter({"code":"1+1"})\n[tool result] 2\n',
    ],
    [
      'why a call failed that gave nothing',
      { type: 'mcp_call', name: 'ask', arguments: '{}', output: '', error: 'timeout after 30 s' },
      'ask({})\n[tool error] timeout after 30 s',
    ],
    [
      'why a call failed that gave something',
      { type: 'mcp_call', name: 'ask', arguments: '{}', output: 'Forty', error: { code: 7 } },
      'ask({})\n[tool error] Forty\n  {"code":7}',
    ],
    [
      'an error of a tool as a text and as a value',
      {
        role: 'tool',
        content: [
          { type: 'tool-result', output: { type: 'error-text', value: 'No.\nNever.' } },
          { type: 'tool-result', output: { type: 'error-json', value: { code: 7 } } },
        ],
      },
      'No.\nNever.\n{"code":7}',
    ],
    [
      'parts without a type',
      {
        role: 'model',
        parts: [
          { text: 'a' },
          { functionCall: { name: 'f', args: { b: 1 } } },
          { functionResponse: { name: 'f', response: { c: 2 } } },
        ],
      },
      'a\nf({"b":1})\n[tool result] f → {"c":2}',
    ],
    [
      'an image at an address',
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x/y.png', detail: 'high' } }] },
      'https://x/y.png',
    ],
    [
      'an image in an address',
      { role: 'user', content: [{ type: 'input_image', image_url: `data:image/jpeg;base64,${base64}` }] },
      '[image/jpeg, 8,250 bytes]',
    ],
    [
      'a document that is text',
      {
        role: 'user',
        content: [
          { type: 'document', title: 'Notes', source: { type: 'text', media_type: 'text/plain', data: 'Hello' } },
        ],
      },
      'Notes\nHello',
    ],
    [
      'what nobody knows',
      { role: 'user', content: [{ type: 'x', note: 'a', deep: [{ more: 'b' }, 'c'], n: 1 }] },
      'a\nb\nc',
    ],
    ['what has no words', { role: 'user', content: [{ type: 'x', n: 1 }] }, '[x]'],
    ['a long word', { role: 'user', content: [{ type: 'x', note: 'a'.repeat(300) }] }, 'a'.repeat(300)],
  ])('reads %s', (_what, message, words) => {
    expect(wordsOf(message)).toBe(words);
  });

  it.each([
    [{ role: 'user' }, 'field "content"'],
    [{ role: 'user', content: 4 }, 'field "content"'],
    [{ role: 'user', content: [4] }, 'field "content"'],
    [{ role: 'user', content: [{ type: 'text' }] }, 'field "content[0].text"'],
  ])('says what is wrong with %j', (message, problem) => {
    expect(wordsOf(message)).toContain(problem);
  });

  it('reads data that end in many empty lines once', () => {
    const data = `AAAA${'\n'.repeat(1_000_000)}`;
    const wordsOfImage = (image: string): string =>
      wordsOf({ role: 'user', content: [{ type: 'image', source: { media_type: 'image/png', data: image } }] });

    expect(wordsOfImage(data)).toBe('[image/png, 3 bytes]');
    expect(wordsOfImage(`${data}!`)).toContain('!');
  });

  it('reads a long run of spaces in the arguments of a call once', () => {
    const gap = ' '.repeat(500_000);
    const call = { function: { name: 'f', arguments: { a: `b${gap}c \n d\u0085 e` } } };

    expect(wordsOf({ role: 'assistant', tool_calls: [call] })).toBe(`f({"a":"b${gap}c \\n d \\n e"})`);
  });

  it('takes no more stack for deep values', () => {
    const deep: unknown = JSON.parse(`${'{"a":['.repeat(50_000)}"deep"${']}'.repeat(50_000)}`);

    expect(wordsOf({ role: 'user', content: [{ type: 'x', deep }] })).toBe('deep');
    for (const type of ['tool_result', 'reasoning']) {
      let part: unknown = 'deep';
      for (let depth = 0; depth < 50_000; depth += 1) part = [{ type, content: part }];
      expect(wordsOf({ role: 'user', content: part })).toContain('deep');
    }
    expect(wordsOf({ role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: deep } }] })).toContain(
      '"deep"',
    );
  });

  it('finds the role of items that have none, and no role for anything else', () => {
    const roles = ['function_call', 'custom_tool_call_output', 'reasoning', 'user', 'summary', 7].map((type) =>
      roleOfItem({ type }),
    );

    expect(roles).toEqual(['assistant', 'tool', 'assistant', undefined, undefined, undefined]);
  });
});
