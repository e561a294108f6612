import { type ContextSource, ErrorCode, LexichordError } from '@lexichord/abstractions';

import { TestCollector, aSource, reasonsOf } from '../test-support/a-collection.js';

describe('the checks of a source', () => {
  let tester: TestCollector;

  beforeEach(() => {
    tester = new TestCollector();
  });

  describe('what is no source', () => {
    it('T-016 AC-018: passes over a source without text, and warns', async () => {
      const without = [null, undefined, 7, {}].map((content) => aSource({ content: content as never }));

      const collected = await tester.collect([...without, aSource({ filePath: 'src/b.py', content: 'pass\n' })]);

      expect(reasonsOf(collected)).toEqual(without.map(() => 'src/a.ts: no-content'));
      expect(collected.sources.map(({ filePath }) => filePath)).toEqual(['src/b.py']);
      expect(tester.log.templates('warn')).toEqual(['Rejected {count} sources: {reasons}']);
    });

    it('T-016 AC-019: passes over a source without a path, and warns', async () => {
      const without = ['', ' \t', undefined, null, {}].map((filePath) => aSource({ filePath: filePath as never }));

      const collected = await tester.collect(without);

      expect(collected.rejected.map(({ reason }) => reason)).toEqual(without.map(() => 'no-path'));
      expect(tester.log.templates('warn')).toHaveLength(1);
    });

    it('T-016 threat 4: lists everything that a careless or hostile caller may give', async () => {
      const trap = new Proxy(aSource(), {
        get: () => {
          throw new TypeError('secret');
        },
      });
      const given = [null, undefined, 1, 'src/a.ts', {}, [], aSource({ sourceType: '__proto__' as never }), trap];

      const { sources, rejected } = await tester.collect(given);

      expect(sources).toEqual([]);
      expect(rejected.map(({ reason }) => reason)).toEqual(given.map(() => 'invalid-argument'));
      expect(JSON.stringify([rejected, tester.log.lines])).not.toContain('secret');
    });

    it('T-016 NFR-016-28: brings scores into their range, and takes one that is no number for none', async () => {
      const scoreOf = async (relevanceScore: unknown): Promise<unknown> =>
        (await tester.collect([aSource({ relevanceScore: relevanceScore as never })])).sources[0]?.relevanceScore;

      expect(await Promise.all([-1, -0, 0.5, 7, Infinity, NaN, '1', null].map(scoreOf))).toEqual([
        ...[0, 0, 0.5, 1, 1],
        ...[undefined, undefined, undefined],
      ]);
    });

    it.each([NaN, Infinity, '2024-01-01', null])('takes the time %p for none', async (timestampMs) => {
      const { sources } = await tester.collect([aSource({ timestampMs: timestampMs as never, language: 7 as never })]);

      expect(sources).toMatchObject([{ timestampMs: undefined, language: 'typescript' }]);
    });
  });

  describe('the guard', () => {
    it.each([
      '../../etc/passwd',
      '/etc/passwd',
      '.env',
      'config/.env',
      '.git/config',
      '.ssh/id_rsa',
      'credentials.json',
    ])('T-016 AC-020: rejects %s and goes on', async (filePath) => {
      const collected = await tester.collect([aSource({ filePath, content: 'x' }), aSource()]);

      expect(reasonsOf(collected)).toEqual([`${filePath}: path-denied`]);
      expect(collected.sources).toHaveLength(1);
      expect(tester.files.checked).toContain(filePath);
      expect(tester.files.read).toEqual(['src/a.ts']);
    });

    it('asks once for each path, so that a refusal is logged once', async () => {
      const denied = ['search-result', 'reference', 'open-file'] as const;

      await tester.collect(denied.map((sourceType) => aSource({ sourceType, filePath: '.env' })));

      expect(tester.files.checked).toEqual(['.env']);
    });

    it('T-016 AC-027: rejects a file that does not exist', async () => {
      expect(reasonsOf(await tester.collect([aSource({ filePath: 'src/gone.ts' })]))).toEqual([
        'src/gone.ts: not-found',
      ]);
    });

    it('T-016 AC-028: rejects what cannot be read as text', async () => {
      tester.files.setUnsavedContent('late.bin', 'a\0b');
      tester.files.setUnsavedContent('early.bin', 'ab');
      tester.files.setUnsavedContent('broken.ts', 'x');
      tester.files.broken.set('early.bin', ErrorCode.binaryFile).set('broken.ts', ErrorCode.ioFailed);

      const collected = await tester.collect([
        aSource({ filePath: 'early.bin', content: 'ab' }),
        aSource({ filePath: 'late.bin', content: 'a\0b' }),
        aSource({ sourceType: 'tool-result', filePath: 'tool:od', content: 'a\0b' }),
        aSource({ filePath: 'broken.ts', content: 'x' }),
        aSource(),
      ]);

      expect(reasonsOf(collected)).toEqual([
        'early.bin: binary-file',
        'late.bin: binary-file',
        'tool:od: binary-file',
        'broken.ts: io-failed',
      ]);
      expect([collected.sources.length, collected.isPartial]).toEqual([1, true]);
    });

    it('T-016 AC-131: passes over a file that cannot be read, and logs it', async () => {
      tester.files.setUnsavedContent('broken.ts', 'x');
      tester.files.broken.set('broken.ts', ErrorCode.ioFailed);

      const collected = await tester.collect([aSource({ filePath: 'broken.ts', content: 'x' }), aSource()]);

      expect([reasonsOf(collected), collected.sources.length]).toEqual([['broken.ts: io-failed'], 1]);
      expect(tester.log.lines).toContainEqual(
        expect.objectContaining({ level: 'warn', fields: { count: 1, reasons: 'io-failed 1' } }),
      );
    });

    it('reads a buffer whose file is not yet on the disk', async () => {
      jest
        .spyOn(tester.files, 'check')
        .mockRejectedValue(new LexichordError(ErrorCode.notFound, '"src/a.ts" does not exist.'));

      expect(await tester.collect([aSource()])).toMatchObject({ sources: [{ filePath: 'src/a.ts' }], rejected: [] });
    });

    it('rejects a file whose name is that of an output', async () => {
      tester.files.setUnsavedContent('tool:x', 'x');

      const collected = await tester.collect([aSource({ filePath: 'tool:x', content: 'x' })]);

      expect(reasonsOf(collected)).toEqual(['tool:x: invalid-argument']);
    });
  });

  describe('what the file holds', () => {
    const contentOf = async (held: string, given: string): Promise<string> => {
      tester.files.setUnsavedContent('x.txt', held);
      const { sources, rejected } = await tester.collect([aSource({ filePath: 'x.txt', content: given })]);
      return sources[0]?.content ?? rejected[0]?.reason ?? '';
    };

    it.each([
      ['a\r\nb\r\n', 'a\nb\n'],
      ['a\nb\n', 'a\r\nb\r\n'],
      ['a\nb\n', 'a\nb'],
      ['a\nb', 'a\nb\n'],
      ['a\r\nb\r\n', 'a\nb'],
      ['a\n\n', 'a\n'],
      ['a\n', '\ufeffa\n'],
      ['\n', ''],
      ['', ''],
      ['a\rb\r', 'a\rb\r'],
    ])('NFR-016-27: takes %j for %j, as the file has it', async (held, given) => {
      expect(await contentOf(held, given)).toBe(held);
    });

    it.each([
      ['a\nb\n', 'a\nc\n'],
      ['a\nb\n', 'a\n'],
      ['a\nb\n', ''],
      ['a\n\n\n', 'a\n'],
      ['a\nb\n', 'a \nb\n'],
      ['a\rb\r', 'a\nb\n'],
      ['', 'a'],
      ['a', 'a'.repeat(2_000)],
    ])('T-016 NFR-016-27: rejects a file of %j that is said to hold %j', async (held, given) => {
      expect(await contentOf(held, given)).toBe('content-mismatch');
    });

    it.each([
      [1, 1, 'one\n'],
      [1, 1, 'one'],
      [2, 3, 'two\r\nthree'],
      [3, 3, 'three\n'],
    ])('T-016 FR-016-24: takes lines %d to %d when they are %j', async (startLine, endLine, content) => {
      const { sources } = await tester.collect([aSource({ content, lineRange: { startLine, endLine } })]);

      const held = 'one\ntwo\nthree\n'
        .split(/(?<=\n)/u)
        .slice(startLine - 1, endLine)
        .join('');
      expect(sources).toMatchObject([{ content: held, lineRange: { startLine, endLine } }]);
    });

    it.each([3, 4])('takes all lines, 1 to %d, for the whole file', async (endLine) => {
      const { sources } = await tester.collect([aSource({ lineRange: { startLine: 1, endLine } })]);

      expect(sources.map(({ lineRange }) => lineRange)).toEqual([undefined]);
    });

    it('rejects lines that are elsewhere in the file', async () => {
      const source = aSource({ content: 'one\n', lineRange: { startLine: 2, endLine: 2 } });

      expect(reasonsOf(await tester.collect([source]))).toEqual(['src/a.ts: content-mismatch']);
    });

    it.each([
      [2, 1],
      [0, 1],
      [1, 5],
      [9, 9],
      [1.5, 2],
      [NaN, 2],
      ['1', '2'],
      [1, Number.MAX_VALUE],
      [undefined, 2],
    ])('T-016 threat 4: rejects lines %p to %p', async (startLine, endLine) => {
      const source = aSource({ lineRange: { startLine, endLine } as never });

      expect(reasonsOf(await tester.collect([source]))).toEqual(['src/a.ts: invalid-range']);
    });

    it('rejects a range that is none', async () => {
      expect(reasonsOf(await tester.collect([aSource({ lineRange: 'all' as never })]))).toEqual([
        'src/a.ts: invalid-range',
      ]);
    });

    it('T-016 NFR-016-45: takes a file with replacement characters and any script', async () => {
      const content = 'a\ufffdb größe 你好 😀 \u0085\u2028\n';

      expect(await contentOf(content, content)).toBe(content);
    });
  });

  describe("a tool's output", () => {
    const outputOf = (given: Partial<ContextSource>): ContextSource =>
      aSource({ sourceType: 'tool-result', filePath: 'tool:x', content: 'text', ...given });

    it.each([
      ['tool:a b/c:d', 'tool:a_b_c_d'],
      ['tool:../../etc', 'tool:.._.._etc'],
      ['tool:\u001b[31m', 'tool:__31m'],
      ['tool:', 'tool:output'],
      [`tool:${'x'.repeat(200)}`, `tool:${'x'.repeat(100)}`],
    ])('gives %j the name %j', async (filePath, name) => {
      expect((await tester.collect([outputOf({ filePath })])).sources).toMatchObject([{ filePath: name }]);
    });

    it('is no file: neither guard nor editor sees it', async () => {
      await tester.collect([outputOf({})]);

      expect([tester.files.checked, tester.files.read]).toEqual([[], []]);
    });

    it('T-016 AC-132: has lone surrogates replaced', async () => {
      expect((await tester.collect([outputOf({ content: 'a\ud800😀' })])).sources).toMatchObject([
        { content: 'a\ufffd😀' },
      ]);
    });

    it('is rejected above the size limit, in bytes', async () => {
      const [fits, is] = [outputOf({ content: 'é'.repeat(500) }), outputOf({ content: 'é'.repeat(501) })];

      const collected = await tester.collect([fits, is]);

      expect([collected.sources.length, reasonsOf(collected)]).toEqual([1, ['tool:x: file-too-large']]);
    });

    it('has as many lines as its range', async () => {
      const lines = (startLine: number, endLine: number, content: string): ContextSource =>
        outputOf({ content, lineRange: { startLine, endLine } });

      expect(reasonsOf(await tester.collect([lines(5, 6, 'a\nb\n'), lines(5, 6, 'a\nb')]))).toEqual([]);
      expect(
        reasonsOf(await tester.collect([lines(5, 7, 'a\nb\n\nc'), lines(5, 5, 'a\nb'), lines(5, 9, 'a')])),
      ).toEqual(Array(3).fill('tool:x: invalid-range'));
    });

    it('gets a number where another one has its name', async () => {
      const { sources } = await tester.collect(['a', 'b', 'c', 'a'].map((content) => outputOf({ content })));

      expect(new Set(sources.map(({ content }) => content))).toEqual(new Set(['a', 'b', 'c']));
      expect(sources.map(({ filePath }) => filePath)).toEqual(['tool:x', 'tool:x-2', 'tool:x-3']);
    });

    it('does not get the number that another one has for a name', async () => {
      const given = [outputOf({ content: 'a' }), outputOf({ content: 'b' }), outputOf({ filePath: 'tool:x-2' })];

      const { sources } = await tester.collect(given);

      expect(sources.map(({ filePath }) => filePath)).toEqual(['tool:x', 'tool:x-2', 'tool:x-3']);
      expect(sources[1]?.content).toBe('text');
    });
  });
});
