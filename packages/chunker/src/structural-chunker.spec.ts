import { type Chunk, isLexichordError, partMarker } from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';

import { TestChunker, statements, summarize, tokenCounter } from './test-support/a-chunker.js';

describe('StructuralChunker', () => {
  let test: TestChunker;

  beforeAll(() => {
    test = new TestChunker();
  });

  afterAll(() => test.dispose());

  const csharpMethod = (name: string): string =>
    `        /// <summary>${name}</summary>\n        public int ${name}(int total)\n        {\n${statements(12, '            ')}            return total;\n        }\n\n`;
  const csharpClass = (name: string, methods: readonly string[]): string =>
    `    public class ${name}\n    {\n        private int limit;\n\n${methods.map(csharpMethod).join('')}    }\n`;

  it('T-016 AC-031: cuts a large C# class between its methods, comments included, each chunk naming the class', async () => {
    const methods = ['Add', 'Remove', 'Find', 'Count'];
    const content = `using System;\n\nnamespace Shop\n{\n${csharpClass('Cart', methods)}}\n`;

    const chunks = await test.chunks(content, 'csharp');

    expect(summarize(chunks)).toEqual([
      '1-26 | class Cart',
      '27-44 | namespace Shop | class Cart | method Remove',
      '45-62 | namespace Shop | class Cart | method Find',
      '63-82 | namespace Shop | class Cart | method Count',
    ]);
    expect(chunks.map(({ content: lines }) => lines.includes('/// <summary>'))).toEqual([true, true, true, true]);
  });

  it.each([
    [
      'T-016 AC-032',
      'csharp',
      `namespace Shop;\n\n${csharpClass('Cart', ['Add'])}\n${csharpClass('Order', ['Total'])}`,
    ],
    ['T-016 AC-039', 'java', `package shop;\n\n${csharpClass('Cart', ['Add'])}\n${csharpClass('Order', ['Total'])}`],
  ])('%s: keeps a class whole that is not large (%s)', async (_id, language, content) => {
    const chunks = await test.chunks(content, language);

    expect(chunks.map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual(['class Cart', 'class Order']);
  });

  it('T-016 AC-033: cuts Python between functions, with decorators and comments', async () => {
    const define = (name: string): string =>
      `# About ${name}.\n@cached\ndef ${name}(total):\n${statements(10).replaceAll(';', '')}    return total\n\n\n`;
    const content = `"""Sums."""\nimport os\n\n\n${define('first')}${define('second')}`;

    const chunks = await test.chunks(content, 'python');

    expect(chunks.map(({ symbol }) => symbol)).toEqual(['first', 'second']);
    expect(chunks[1]?.content.startsWith('# About second.\n@cached\ndef second')).toBe(true);
  });

  it.each([
    [
      'T-016 AC-034',
      'javascript',
      `function first(total) {\n${statements(10)}}\n\nexports.second = function (total) {\n${statements(10)}};\n`,
    ],
    [
      'T-016 AC-035',
      'typescript',
      `export function first(total: number) {\n${statements(10)}}\n\nexport class second {\n  run() {\n${statements(10)}  }\n}\n`,
    ],
  ])('%s: cuts at functions and classes (%s)', async (_id, language, content) => {
    const chunks = await test.chunks(content, language);

    expect(chunks.map(({ symbol }) => symbol)).toEqual(['first', 'second']);
  });

  it('T-016 AC-036: counts lines from 1, the last one included', async () => {
    const content = `function first(total) {\n${statements(10)}}\nfunction second(total) {\n${statements(10)}}`;

    const chunks = await test.chunks(content, 'javascript');

    expect(chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 12],
      [13, 24],
    ]);
    expect(chunks.map(({ id }) => /^src\/file:\d+-\d+@[0-9a-f]{8}$/u.test(id))).toEqual([true, true]);
  });

  it('T-016 AC-038: keeps a function whole up to the maximum', async () => {
    const content = `int small(int a) { return a; }\n\nint large(int total) {\n${statements(90)}}\n\nint other(int total) {\n${statements(12)}}\n`;

    const chunks = await test.chunks(content, 'c');

    for (const { content: lines } of chunks) {
      expect(lines.split('{').length).toBe(lines.split('}').length);
    }
    expect(chunks.map(({ symbol }) => symbol)).toEqual(['large', 'other']);
  });

  it('T-016 AC-040: splits a function above the maximum between its statements, in marked parts', async () => {
    const block = `    if (total > 3) {\n${statements(14, '        ')}    }\n`;
    const content = `function huge(total) {\n${block.repeat(16)}}\n`;

    const chunks = await test.chunks(content, 'javascript');

    expect(tokenCounter.countTokens(content)).toBeGreaterThan(3_000);
    expect(chunks.map(({ part }) => part && partMarker(part))).toEqual(['PART 1 of 2', 'PART 2 of 2']);
    expect(chunks.map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual(['function huge', 'function huge']);
    expect(chunks[1]?.content.startsWith('    if (total > 3) {\n')).toBe(true);
    expect(chunks.map(({ definitions }) => definitions.length)).toEqual([1, 0]);
    expect(chunks.some(({ content: lines }) => lines.includes('PART'))).toBe(false);
  });

  it('T-016 AC-041: says of each part which lines the definition has, also around a line in pieces', async () => {
    const long = `  const data = '${'ab '.repeat(6_000)}';\n`;
    const content = `const before = [${'1, '.repeat(60)}];\n\nfunction huge(total) {\n${statements(9)}${long}${statements(9)}}\n`;

    const chunks = await test.chunks(content, 'javascript');

    const isPiece = ({ startLine }: { startLine: number }): boolean => startLine === 13;
    const rest = chunks.filter((chunk) => !isPiece(chunk) && chunk.startLine > 1);
    expect(rest.map(({ partOf }) => partOf)).toEqual(rest.map(() => ({ startLine: 3, endLine: 23 })));
    expect(rest.length).toBeGreaterThan(1);
    const [first, ...pieces] = chunks.filter((chunk) => isPiece(chunk) || chunk.startLine === 1);
    expect([first?.part, first?.partOf, pieces.map(({ partOf }) => partOf)]).toEqual([
      ...[undefined, undefined, pieces.map(() => undefined)],
    ]);
    expect(pieces.length).toBeGreaterThan(1);
  });

  it('T-016 AC-042: cuts Markdown by section, with the headings above it', async () => {
    const prose = (word: string): string => `${`A sentence about ${word} with some more words in it. `.repeat(16)}\n\n`;
    const content = `# Guide\n\nShort.\n\n## Install\n\n${prose('install')}## Use\n\n${prose('use')}### Deep\n\n${prose('deep')}`;

    const chunks = await test.chunks(content, 'markdown');

    expect(summarize(chunks)).toEqual([
      '1-8 | section Guide',
      '9-12 | Guide | section Use',
      '13-16 | Guide | Use | section Deep',
    ]);
    expect(chunks[2]?.definitions).toEqual([{ name: 'Deep', kind: 'section', line: 13 }]);
  });

  it('T-016 AC-043: cuts a language without a parser at lines, and says so', async () => {
    const { chunks, fallback } = await test.chunkFile('a\n'.repeat(60), 'fortran');

    expect(fallback).toEqual({ reason: 'no-parser', message: 'There is no parser for "fortran".' });
    expect(chunks.map(({ kind }) => kind)).toEqual(['lines', 'lines']);
  });

  it('T-016 AC-044: 50 lines a chunk by default', async () => {
    const { chunks } = await test.chunkFile('some text\n'.repeat(120), 'plaintext');

    expect(chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 50],
      [51, 100],
      [101, 120],
    ]);
  });

  it.each(['csharp', 'markdown', 'plaintext'])('T-016 AC-045: an empty file (%s) has no chunks', async (language) => {
    expect((await test.chunkFile('', language)).chunks).toEqual([]);
  });

  it('T-016 FR-016-45: joins small neighbours up to the minimum', async () => {
    const content = Array.from({ length: 40 }, (_, index) => `export const value${index} = ${index};\n\n`).join('');

    const chunks = await test.chunks(content, 'typescript');

    expect(chunks.every(({ tokenCount }) => tokenCount >= 100)).toBe(true);
    expect(chunks.flatMap(({ definitions }) => definitions.map(({ name }) => name))).toHaveLength(40);
  });

  describe('T-016 FR-016-45: leaves no chunk below the minimum', () => {
    const method = (name: string, count: number): string => `  ${name}(total) {\n${statements(count)}  }\n`;
    const sizesOf = (chunks: readonly Chunk[]): readonly number[] => chunks.map(({ tokenCount }) => tokenCount);

    it('beside a method that is split: the neighbours are in its first and last part', async () => {
      const content = `class Tax {\n  rate = 1;\n\n${method('compute', 240)}\n${method('small', 0)}}\n`;

      const chunks = await test.chunks(content, 'javascript');

      expect(chunks.map((chunk) => chunk.content).join('')).toBe(content);
      expect(chunks.map(({ symbol, part }) => `${symbol} ${part && partMarker(part)}`)).toEqual([
        'compute PART 1 of 2',
        'compute PART 2 of 2',
      ]);
      expect(chunks.map(({ partOf }) => partOf)).toEqual(chunks.map(() => ({ startLine: 1, endLine: 249 })));
      expect(chunks.map(({ definitions }) => definitions.map(({ name }) => name))).toEqual([
        ['Tax', 'rate', 'compute'],
        ['small'],
      ]);
      expect(chunks.map(({ enclosing }) => enclosing[0])).toEqual(['class Tax', 'class Tax']);
      expect(Math.min(...sizesOf(chunks))).toBeGreaterThan(1_000);
    });

    it('beside a function that is split, only where no other neighbour has room', async () => {
      const content = `const limit = 3;\n\nfunction compute(total) {\n${statements(240)}}\n\nconst small = 1;\n\nfunction other(total) {\n${statements(12)}}\n`;

      const chunks = await test.chunks(content, 'javascript');

      expect(summarize(chunks)).toEqual([
        '1-134 | function compute',
        '135-245 | function compute',
        expect.stringMatching(/^246-\d+ \| /u),
      ]);
      expect(Math.min(...sizesOf(chunks))).toBeGreaterThan(100);
    });

    it('as a part, where one statement would fill another', async () => {
      const items = Array.from({ length: 190 }, (_, index) => `    [${index}, 'item ${index}'],\n`).join('');
      const parameters = Array.from({ length: 20 }, (_, index) => `  first${index},\n`).join('');
      const content = `function table(\n${parameters}) {\n  return [\n${items}  ];\n}\n`;
      const size = tokenCounter.countTokens(content);
      const narrow = new TestChunker({ maxChunkTokens: size - 30 });

      const chunks = await narrow.chunks(content, 'javascript');
      await narrow.dispose();

      expect(chunks.map((chunk) => chunk.content).join('')).toBe(content);
      expect(chunks.map(({ part }) => part?.count)).toEqual([2, 2]);
      expect(Math.min(...sizesOf(chunks))).toBeGreaterThanOrEqual(100);
    });

    it('at the end of a text without structure', async () => {
      const content = `# Notes\n\n${'One sentence of a long paragraph in this section.\n'.repeat(200)}`;

      const chunks = await test.chunks(content, 'markdown');

      expect(chunks.map((chunk) => chunk.content).join('')).toBe(content);
      expect(chunks).toHaveLength(2);
      expect(Math.min(...sizesOf(chunks))).toBeGreaterThanOrEqual(100);
    });
  });

  it('keeps the licence and the imports at the head of a file together', async () => {
    const imports = Array.from(
      { length: 12 },
      (_, index) => `import { thing${index} } from './module-${index}.js';\n`,
    ).join('');
    const content = `/* A licence. */\n\n${imports}\nexport function run(total) {\n${statements(12)}}\n`;

    const chunks = await test.chunks(content, 'javascript');

    expect(summarize(chunks)).toEqual(['1-15 | imports', '16-29 | function run']);
  });

  it('names what encloses an implementation, and does not take it for the trait', async () => {
    const method = (name: string): string =>
      `    fn ${name}(&self) -> i64 {\n${statements(16, '        ')}        total\n    }\n\n`;
    const content = `impl Display for Money {\n${method('fmt')}${method('write')}${method('more')}}\n`;

    const chunks = await test.chunks(content, 'rust');

    expect(summarize(chunks)).toEqual([
      '1-21 | block',
      '22-41 | impl Display for Money | method write',
      '42-62 | impl Display for Money | method more',
    ]);
    expect(chunks[0]?.definitions).toEqual([{ name: 'fmt', kind: 'method', line: 2 }]);
  });

  it('tells a C++ header from a C header by what is in it', async () => {
    const content = `#pragma once\nnamespace app {\nclass Stack {\n public:\n  void push(int value);\n};\n}\n`;

    const symbols = await test.symbols(content, 'c');

    expect(symbols.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['module app', 'class Stack', 'method push']);
  });

  it('T-016 troubleshooting 2: reports chunks with syntax errors, and joins what was cut in one', async () => {
    const checked = new TestChunker({ validateSyntax: true });
    const content = `function fine(total) {\n${statements(12)}}\n\n)))) {{ broken (\n\nfunction other(total) {\n${statements(12)}}\n`;

    const chunks = await checked.chunks(content, 'javascript');
    await checked.dispose();

    expect(chunks.map((chunk) => chunk.content).join('')).toBe(content);
    expect(checked.log.lines.map(({ level, source, template }) => [level, source, template])).toEqual([
      ['warn', 'StructuralChunker', '{path} has syntax errors in {brokenCount} chunks'],
    ]);
  });

  describe('configuration', () => {
    const content = `def first(total):\n${statements(12).replaceAll(';', '')}\ndef second(total):\n${statements(12).replaceAll(';', '')}`;

    it.each([
      [{ preferStructural: false }, 'python', 'switched-off'],
      [{ languages: { python: 'line_based' } }, 'python', 'switched-off'],
      [{ preferStructural: false, languages: { python: 'structural' } }, 'python', undefined],
      [{ languages: { unknown: 'line_based' } }, 'cobol', 'switched-off'],
      [{ languages: { unknown: 'structural' } }, 'cobol', 'no-parser'],
      [{ languages: { unknown: 'line_based' } }, 'python', undefined],
    ] as const)('%j cuts %s with the reason %s', async (options, language, reason) => {
      const configured = new TestChunker(options);

      const { fallback } = await configured.chunkFile(content, language);
      await configured.dispose();

      expect(fallback?.reason).toBe(reason);
    });

    it('refuses a file that cannot be parsed if it must not be cut at lines', async () => {
      const strict = new TestChunker({ fallbackOnError: false, maxFileSizeBytes: 10 });

      const error: unknown = await strict.chunkFile(content, 'python').catch((reason: unknown) => reason);

      expect(isLexichordError(error) && [error.code, error.details]).toEqual([
        'parse-failed',
        { path: 'src/file', reason: 'file-too-large' },
      ]);
    });

    it('has a fingerprint that changes with what changes the chunks', () => {
      const print = (...args: ConstructorParameters<typeof TestChunker>): string =>
        new TestChunker(...args).chunker.fingerprint;

      expect(print()).toBe(test.chunker.fingerprint);
      const estimate = Object.assign(new WordTokenCounter(), { isEstimate: true });
      expect(new Set([print(), print({ maxChunkTokens: 1_000 }), print({}, estimate)]).size).toBe(3);
    });
  });

  it("rejects with the signal's reason when it is cancelled, and works on", async () => {
    const controller = new AbortController();
    const pending = test.chunker.chunk(
      { filePath: 'a', content: 'def f():\n    pass\n', language: 'python' },
      { signal: controller.signal },
    );
    controller.abort(new RangeError('enough'));

    await expect(pending).rejects.toThrow('enough');
    await expect(test.chunks('def f():\n    pass\n', 'python')).resolves.toHaveLength(1);
  });
});
