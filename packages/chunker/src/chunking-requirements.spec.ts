import { IChunker, ILogger, ITokenCounter } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { LineIndex } from '@lexichord/platform/internal';
import { RecordingLogger, WordTokenCounter } from '@lexichord/testing';
import { container as rootContainer } from 'tsyringe';

import { registerChunkerModule } from './chunker-module.js';
import { TestChunker, statements, summarize, tokenCounter } from './test-support/a-chunker.js';

/** The lines `[first, last]`, 1-based as in an editor. */
const linesOf = (content: string, first: number, last: number): string => {
  const lines = new LineIndex(content);
  return content.slice(lines.start(first - 1), lines.start(last));
};

const python = (name: string, count = 12): string =>
  `def ${name}(total):\n${statements(count).replaceAll(';', '')}    return total\n\n\n`;

describe('chunks as T-016 requires them', () => {
  /** Cuts at the default sizes. */
  const test = new TestChunker();
  /** Leaves every definition by itself, however short it is. */
  const fine = new TestChunker({ minChunkTokens: 1 });
  /** Cannot keep much together. */
  const narrow = new TestChunker({ minChunkTokens: 10, targetChunkTokens: 60, maxChunkTokens: 80 });

  afterAll(() => Promise.all([test, fine, narrow].map((chunker) => chunker.dispose())));

  it('T-016 FR-016-31: gives a host a chunker by the contract IChunker', async () => {
    const container = rootContainer.createChildContainer();
    registerChunkerModule(container);
    container.register(ILogger, { useValue: new RecordingLogger() });
    container.register(ITokenCounter, { useValue: tokenCounter });

    const chunker = resolveToken(container, IChunker);
    const { chunks } = await chunker.chunk({ filePath: 'a.py', content: python('first'), language: 'python' });
    await container.dispose();

    expect(chunks.map(({ symbol }) => symbol)).toEqual(['first']);
    expect(chunker.fingerprint).not.toBe('');
  });

  it('T-016 FR-016-32: cuts the content that it is handed, also of a file that is nowhere on the disk', async () => {
    const source = { filePath: 'no/such/folder/unsaved.py', content: python('unsaved'), language: 'python' };

    const { chunks } = await test.chunker.chunk(source);

    expect(chunks.map(({ filePath, content }) => [filePath, content])).toEqual([[source.filePath, source.content]]);
  });

  it('T-016 FR-016-33: answers with the list of chunks, in the order of their lines, that together are the file', async () => {
    const content = `import os\n\n\n${python('first')}${python('second')}${python('third')}`;

    const { chunks, fallback } = await test.chunkFile(content, 'python');

    expect(fallback).toBeUndefined();
    expect(chunks.map(({ symbol }) => symbol)).toEqual(['first', 'second', 'third']);
    expect(chunks.map((chunk) => chunk.content).join('')).toBe(content);
  });

  it.each(['\n', '\r\n', '\r'])(
    'T-016 FR-016-34: a chunk has its lines exactly as the file has them, line ends (%j) and spaces included',
    async (lineEnd) => {
      const first = `def first():   ${lineEnd}\treturn "é 😀"  ${lineEnd}${lineEnd}`;
      const second = `def second():${lineEnd}    return 2`;

      const chunks = await fine.chunks(first + second, 'python');

      expect(chunks.map(({ content }) => content)).toEqual([first, second]);
    },
  );

  it.each([
    ['python', 'structural'],
    ['plaintext', 'line-based'],
  ])('T-016 AC-037: first and last line of a chunk (%s, %s) are those in the file', async (language) => {
    const content = `# 😀\r\nimport os\r${python('first')}${python('second', 60)}${python('third')}`.trimEnd();

    const { chunks } = await test.chunkFile(content, language);

    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.map(({ startLine, endLine }) => linesOf(content, startLine, endLine))).toEqual(
      chunks.map((chunk) => chunk.content),
    );
    expect([chunks[0]?.startLine, chunks.at(-1)?.endLine]).toEqual([1, new LineIndex(content).count]);
  });

  it('T-016 FR-016-37: a chunk has the number of its tokens, as the injected counter counts them', async () => {
    const content = `${python('first')}${python('second')}`;
    const words = new TestChunker({}, new WordTokenCounter());

    const exact = await test.chunks(content, 'python');
    const counted = await words.chunks(content, 'python');
    await words.dispose();

    expect(exact.map(({ tokenCount }) => tokenCount)).toEqual(
      exact.map((chunk) => tokenCounter.countTokens(chunk.content)),
    );
    expect(counted.map(({ tokenCount }) => tokenCount)).toEqual(
      counted.map((chunk) => new WordTokenCounter().countTokens(chunk.content)),
    );
  });

  it('T-016 FR-016-38: cuts along the structure, wherever the lines fall', async () => {
    const content = python('first', 20) + python('second', 33) + python('third', 14);
    const lineBased = new TestChunker({ preferStructural: false });

    const structural = await test.chunks(content, 'python');
    const { chunks: atLines } = await lineBased.chunkFile(content, 'python');
    await lineBased.dispose();

    expect(summarize(structural)).toEqual([
      '1-24 | function first',
      '25-61 | function second',
      '62-79 | function third',
    ]);
    expect(summarize(atLines)).toEqual(['1-50 | lines', '51-79 | lines']);
  });

  it.each([
    ['bash', 'first() {\n  ls\n}\n\nfunction second {\n  ls\n}\n'],
    ['c', 'static int first(int a) {\n  return a;\n}\n\nchar *second(void) {\n  return 0;\n}\n'],
    ['cpp', 'template <class T>\nT first(T a) {\n  return a;\n}\n\nauto second() -> int {\n  return 0;\n}\n'],
    ['dart', 'int first(int a) {\n  return a;\n}\n\nFuture<int> second() async => 2;\n'],
    ['elixir', 'def first(a) do\n  a\nend\n\ndef second(a) when a > 1, do: a\n'],
    ['go', 'func first(a int) int {\n\treturn a\n}\n\nfunc second[T any](a T) T {\n\treturn a\n}\n'],
    ['javascript', 'function* first() {\n  yield 1;\n}\n\nconst second = async (a) => a;\n'],
    ['kotlin', 'fun first(a: Int): Int {\n    return a\n}\n\nsuspend fun <T> T.second() = this\n'],
    ['php', '<?php\nfunction first($a) {\n  return $a;\n}\n\nfunction second(int $a): int {\n  return $a;\n}\n'],
    ['python', '@cached\ndef first(a):\n    return a\n\n\nasync def second(a):\n    return a\n'],
    ['ruby', 'def first(a)\n  a\nend\n\ndef self.second = 2\n'],
    ['rust', '#[inline]\nfn first(a: i64) -> i64 {\n    a\n}\n\npub async fn second<T>(a: T) -> T {\n    a\n}\n'],
    ['scala', 'def first(a: Int): Int = {\n  a\n}\n\ndef second = 2\n'],
    ['swift', 'func first(a: Int) -> Int {\n  return a\n}\n\npublic func second() async throws {\n}\n'],
    [
      'typescript',
      'export async function first() {\n  return 1;\n}\n\nexport const second = function <T>(a: T) {\n};\n',
    ],
    ['zig', 'fn first(a: i32) i32 {\n    return a;\n}\n\npub fn second() void {}\n'],
  ])('T-016 FR-016-39: knows the functions of %s', async (language, content) => {
    const chunks = await fine.chunks(content, language);

    expect(chunks.filter(({ kind }) => kind === 'function').map(({ symbol }) => symbol)).toEqual(['first', 'second']);
  });

  it.each([
    ['cpp', 'class First {\n  int a;\n};\n\ntemplate <class T> struct Second {\n  T a;\n};\n', ['class', 'class']],
    ['csharp', 'public sealed class First { }\n\ninternal interface Second\n{\n}\n', ['class', 'interface']],
    ['dart', 'abstract class First {\n}\n\nenum Second { a, b }\n', ['class', 'enum']],
    ['go', 'type First struct {\n\ta int\n}\n\ntype Second interface {\n\tA()\n}\n', ['class', 'interface']],
    ['java', 'public final class First {\n}\n\nrecord Second(int a) {\n}\n', ['class', 'class']],
    ['javascript', 'class First extends Base {\n}\n\nconst Second = class {\n};\n', ['class', 'class']],
    ['kotlin', 'data class First(val a: Int)\n\nsealed interface Second {\n}\n', ['class', 'interface']],
    ['php', '<?php\nfinal class First {\n}\n\nenum Second: string {\n}\n', ['class', 'enum']],
    ['python', '@dataclass\nclass First:\n    a: int\n\n\nclass Second(First):\n    pass\n', ['class', 'class']],
    ['ruby', 'class First < Base\nend\n\nmodule Second\nend\n', ['class', 'module']],
    ['rust', '#[derive(Clone)]\nstruct First {\n    a: i64,\n}\n\ntrait Second {\n}\n', ['class', 'interface']],
    ['scala', 'case class First(a: Int)\n\ntrait Second {\n}\n', ['class', 'interface']],
    ['solidity', 'contract First {\n}\n\ninterface Second {\n}\n', ['class', 'interface']],
    ['swift', 'public struct First {\n}\n\nprotocol Second {\n}\n', ['class', 'interface']],
    ['typescript', 'export default abstract class First {\n}\n\ndeclare enum Second { A }\n', ['class', 'enum']],
  ])('T-016 FR-016-40: knows the classes, and what is like them, of %s', async (language, content, kinds) => {
    const chunks = await fine.chunks(content, language);

    const named = chunks.filter(({ symbol }) => symbol !== undefined);
    expect(named.map(({ kind, symbol }) => [kind, symbol])).toEqual([
      [kinds[0], 'First'],
      [kinds[1], 'Second'],
    ]);
  });

  it.each(['python', 'markdown', 'yaml', 'html', 'plaintext'])(
    'T-016 FR-016-42: cuts %s into chunks of as many lines as are set, where lines are preferred to structure',
    async (language) => {
      const lineBased = new TestChunker({ preferStructural: false, linesPerChunk: 7 });

      const { chunks, fallback } = await lineBased.chunkFile('# text: here\n'.repeat(16), language);

      expect(fallback?.reason).toBe('switched-off');
      expect(summarize(chunks)).toEqual(['1-7 | lines', '8-14 | lines', '15-16 | lines']);
      expect(chunks.flatMap(({ symbol, enclosing, definitions }) => [symbol, ...enclosing, ...definitions])).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(lineBased.log.lines).toEqual([]);
    },
  );

  it('T-016 FR-016-43: cuts by tokens where so many lines would be too large, each chunk as full as it can be', async () => {
    const line = (index: number): string => `${'word '.repeat(index % 9)}line ${index}\n`;
    const content = Array.from({ length: 80 }, (_, index) => line(index)).join('');

    const { chunks } = await narrow.chunkFile(content, 'plaintext');

    expect(chunks.map((chunk) => chunk.content).join('')).toBe(content);
    for (const { startLine, endLine, tokenCount } of chunks) {
      expect(tokenCount).toBeLessThanOrEqual(80);
      // At 50 lines and at the end of the file there are other reasons to stop.
      if (endLine % 50 !== 0 && endLine !== 80) {
        expect(tokenCounter.countTokens(linesOf(content, startLine, endLine + 1))).toBeGreaterThan(80);
      }
    }
  });

  it('T-016 FR-016-43: cuts by tokens after a blank line where there is one near', async () => {
    const paragraph = `${'some words of a text '.repeat(3)}\n`.repeat(3);

    const { chunks } = await narrow.chunkFile(`${paragraph}\n`.repeat(6), 'plaintext');

    expect(chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual(
      [1, 5, 9, 13, 17, 21].map((startLine) => [startLine, startLine + 3]),
    );
  });

  const rows = Array.from({ length: 60 }, (_, index) => `  "item ${index}",\n`).join('');
  const cases = Array.from({ length: 30 }, (_, index) => `    case ${index}:\n      return "item ${index}";\n`).join(
    '',
  );
  it.each([
    ['a function', 'javascript', `function run(total) {\n${statements(20, '  ')}}\n`],
    ['a function of one statement', 'javascript', `function run(total) {\n  switch (total) {\n${cases}  }\n}\n`],
    ['a class with one long method', 'typescript', `class Run {\n  go(total) {\n${statements(20)}  }\n}\n`],
    ['a constant', 'javascript', `export const items = [\n${rows}];\n`],
    ['a section of one paragraph', 'markdown', `# Title\n\n${'A sentence of some words.\n'.repeat(60)}`],
    ['a value', 'json', `{ "items": [\n${rows.replace(/,\n$/u, '\n')}] }\n`],
    ['a mapping', 'yaml', `items:\n${rows.replaceAll(',', '').replaceAll('  ', '  - ')}`],
  ])('T-016 FR-016-46: splits %s above the maximum (%s), and loses none of it', async (_what, language, content) => {
    const chunks = await narrow.chunks(content, language);

    expect(tokenCounter.countTokens(content)).toBeGreaterThan(160);
    expect(chunks.length).toBeGreaterThan(2);
    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(80);
    expect(chunks.map((chunk) => chunk.content).join('')).toBe(content);
    expect(chunks.map(({ startLine, endLine }) => linesOf(content, startLine, endLine)).join('')).toBe(content);
  });

  it('T-016 FR-016-49: cuts one text by the rules of the language that it is said to be of', async () => {
    const content = '# One\ndef first; end\n\n# Two\nclass Second; end\n';
    const parts = async (language: string): Promise<readonly string[]> =>
      summarize((await fine.chunkFile(content, language)).chunks);

    expect(await parts('ruby')).toEqual(['1-3 | function first', '4-5 | class Second']);
    expect(await parts('markdown')).toEqual(['1-3 | section One', '4-5 | section Two']);
    expect(await parts('plaintext')).toEqual(['1-5 | lines']);
  });
});
