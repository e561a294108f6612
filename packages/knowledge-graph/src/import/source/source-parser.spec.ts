import { SourceParser } from './source-parser.js';

const long = `a: 1\n${Array.from({ length: 20_000 }, (_, index) => `key${index}: { x: ${index} }`).join('\n')}\n`;

/** Longer than any machine needs, however busy it is: the limit of the parser itself is one of real time. */
const patientLimitMs = 600_000;

async function withParser(work: (parser: SourceParser) => Promise<void>, limitMs = patientLimitMs): Promise<void> {
  const parser = new SourceParser(limitMs);
  try {
    await work(parser);
  } finally {
    await parser.end();
  }
}

describe('SourceParser', () => {
  it('parses long texts on a thread as short ones without', async () => {
    await withParser(async (parser) => {
      const { root, problems } = await parser.parse(long);

      expect(problems).toEqual([]);
      expect(root.get('key19999')?.get('x')).toMatchObject({ value: 19_999, startLine: 20_001, endLine: 20_001 });
      expect((await parser.parse('a: 1')).root.get('a')).toMatchObject({ value: 1, startLine: 1 });
    });
  });

  it('checks each of several descriptions that are parsed at once', async () => {
    await withParser(async (parser) => {
      const texts = [
        'openapi: 3.0.0\ninfo: { title: A }\npaths: {}',
        'openapi: 3.1.0\ninfo: { title: B, version: "1" }\npaths: {}',
        '[]',
      ];

      const parsed = await Promise.all(texts.map((text) => parser.parseOpenApi(text)));

      expect(await Promise.all(parsed.map(({ mistakes }) => mistakes))).toEqual([
        [{ path: ['info'], message: '"info" lacks "version".' }],
        [],
        [{ path: [], message: 'An API description is a map.' }],
      ]);
    });
  });

  it('gives up what takes too long, and goes on with the next', async () => {
    await withParser(async (parser) => {
      const outcome = await parser.parse(long);
      const next = await parser.parse('b: 2');

      expect(outcome.problems).toEqual([{ line: 1, message: 'The file takes too long to be parsed; split it.' }]);
      expect(outcome.root.value).toBeNull();
      expect(next.root.get('b')?.value).toBe(2);
    }, 1);
  });

  it('gives up what it works on when it is ended', async () => {
    await withParser(async (parser) => {
      const parsing = parser.parseMarkdown('# A\n\n' + 'word '.repeat(100_000));
      await new Promise((resolve) => setImmediate(resolve));

      await parser.end();

      expect((await parsing).problems).toMatchObject([{ line: 1 }]);
    });
  });

  it('does not try what is longer than any description', async () => {
    await withParser(async (parser) => {
      const { problems } = await parser.parse('a'.repeat(64 * 1024 * 1024 + 1));

      expect(problems[0]?.message).toMatch(/longer than 67108864 characters/u);
    });
  });

  it('rejects with the reason of a signal that is aborted before, or meanwhile', async () => {
    await withParser(async (parser) => {
      const controller = new AbortController();
      const reason = new TypeError('enough');
      const parsing = parser.parse(long, controller.signal);
      controller.abort(reason);

      await expect(parsing).rejects.toBe(reason);
      await expect(parser.parse('a: 1', controller.signal)).rejects.toBe(reason);
    });
  });
});
