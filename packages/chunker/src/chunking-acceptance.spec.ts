import { isLexichordError, partMarker } from '@lexichord/abstractions';

import { TestChunker, statements, summarize, tokenCounter } from './test-support/a-chunker.js';
import { languageCatalog } from './languages/language-catalog.js';

const joined = (chunks: readonly { readonly content: string }[]): string =>
  chunks.map(({ content }) => content).join('');

const count = (text: string, character: string): number => text.split(character).length - 1;

describe('acceptance of structural chunking', () => {
  /** Cuts at the default sizes. */
  const test = new TestChunker();
  /** Leaves every definition by itself, however short it is. */
  const fine = new TestChunker({ minChunkTokens: 1 });

  afterAll(() => Promise.all([test, fine].map((chunker) => chunker.dispose())));

  it('T-016 AC-032: cuts C# between classes, records, structures, interfaces and enumerations, each whole', async () => {
    const types = [
      '/// <summary>A cart.</summary>\n[Serializable]\npublic sealed partial class Cart : Base\n{\n    private class Line { }\n    public void Add() { }\n}\n',
      'internal interface IOrders\n{\n    void Place();\n}\n',
      'public record Order(int Id)\n{\n    public int Total => 1;\n}\n',
      'public readonly struct Money\n{\n    public int Amount { get; }\n}\n',
      '// Kinds.\npublic enum Kind\n{\n    One,\n    Two,\n}\n',
    ];

    const chunks = await fine.chunks(`namespace Shop;\n\n${types.join('\n')}`, 'csharp');

    const found = chunks.filter(({ symbol }) => symbol !== undefined && symbol !== 'Shop');
    expect(found.map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual([
      'class Cart',
      'interface IOrders',
      'class Order',
      'class Money',
      'enum Kind',
    ]);
    // What stands before the first one, the name of the namespace, goes with it.
    const whole = found.map(({ content }) => content.replace('namespace Shop;\n\n', '').trimEnd());
    expect(whole).toEqual(types.map((type) => type.trimEnd()));
  });

  it('T-016 AC-034: cuts JavaScript between functions, however they get their names', async () => {
    const functions = [
      `/** Adds. */\nfunction add(total) {\n${statements(9)}}\n\n`,
      `async function* stream(total) {\n${statements(9)}}\n\n`,
      `const arrow = async (total) => {\n${statements(9)}};\n\n`,
      `export const expression = function named(total) {\n${statements(9)}};\n\n`,
      `exports.common = function (total) {\n${statements(9)}};\n\n`,
      `Cart.prototype.remove = function (total) {\n${statements(9)}};\n\n`,
      `export default function last(total) {\n${statements(9)}}\n`,
    ];

    const chunks = await test.chunks(functions.join(''), 'javascript');

    expect(chunks.map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual(
      ['add', 'stream', 'arrow', 'expression', 'common', 'remove', 'last'].map((name) => `function ${name}`),
    );
    expect(chunks.map(({ content }) => content)).toEqual(functions);
  });

  it('T-016 AC-034: cuts a large JavaScript class between its methods', async () => {
    const method = (head: string): string => `  // About it.\n  ${head} {\n${statements(16)}  }\n\n`;
    const heads = ['constructor(total)', 'static async run(total)', 'get size()', '#hidden(total)'];

    const chunks = await test.chunks(`class Cart {\n${heads.map(method).join('')}}\n`, 'javascript');

    expect(summarize(chunks)).toEqual([
      '1-21 | class Cart',
      '22-41 | class Cart | method run',
      '42-61 | class Cart | method size',
      '62-82 | class Cart | method #hidden',
    ]);
  });

  it.each(['typescript', 'tsx'])(
    'T-016 AC-035: cuts TypeScript (%s) between functions, classes and types',
    async (language) => {
      const definitions = [
        'export function run<T extends object>(total: T): asserts total is T {\n  go(total);\n}\n\n',
        'export const arrow = async (total: number): Promise<number> => total;\n\n',
        '@Injectable()\nexport class Cart<T> implements ICart<T> {\n  constructor(private readonly items: T[]) {}\n}\n\n',
        'export abstract class Base {\n  protected abstract run(): void;\n}\n\n',
        '/** A shape. */\nexport interface Shape {\n  area(): number;\n}\n\n',
        'export type Name = `${string}-${string}`;\n\n',
        'export const enum Kind {\n  One,\n}\n\n',
        'declare namespace Tools {\n  const value: number;\n}\n',
      ];

      const chunks = await fine.chunks(definitions.join(''), language);

      expect(chunks.map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual([
        'function run',
        'function arrow',
        'class Cart',
        'class Base',
        'interface Shape',
        'type Name',
        'enum Kind',
        'module Tools',
      ]);
      expect(chunks.map(({ content }) => content)).toEqual(definitions);
    },
  );

  it.each([
    ['csharp', 'public class', 'public int'],
    ['java', 'public class', 'public int'],
    ['typescript', 'export class', 'public async'],
    ['php', '<?php\nfinal class', 'public function'],
  ])('T-016 AC-039: does not cut a class (%s) up to the target size', async (language, word, modifiers) => {
    const method = (name: string): string => `  ${modifiers} ${name}()\n  {\n${statements(4)}  }\n\n`;
    const classOf = (name: string): string => `${word} ${name}\n{\n${method('first')}${method('second')}}\n\n`;
    const content = classOf('One') + classOf('Two').replace('<?php\n', '') + classOf('Three').replace('<?php\n', '');

    const chunks = await test.chunks(content, language);

    expect(chunks.map(({ kind, symbol }) => `${kind} ${symbol}`)).toEqual(['class One', 'class Two', 'class Three']);
    for (const chunk of chunks) expect(count(chunk.content, '{')).toBe(count(chunk.content, '}'));
  });

  it('T-016 AC-039: cuts a class above the target size only between its members, and names it with each', async () => {
    const method = (name: string): string =>
      `    public int ${name}(int total) {\n${statements(14, '        ')}        return total;\n    }\n\n`;
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];

    const chunks = await test.chunks(`class Cart {\n    int total;\n\n${names.map(method).join('')}}\n`, 'java');

    expect(chunks.length).toBeGreaterThan(2);
    for (const [index, chunk] of chunks.entries()) {
      // The brace that opens the class is in the first chunk, the one that closes it in the last.
      const open = Number(index === 0) - Number(index === chunks.length - 1);
      expect(count(chunk.content, '{') - count(chunk.content, '}')).toBe(open);
      expect(chunk.enclosing[0] ?? `${chunk.kind} ${chunk.symbol}`).toBe('class Cart');
    }
    expect(chunks.flatMap(({ definitions }) => definitions.slice(-1).map(({ name }) => name)).at(-1)).toBe('six');
  });

  it('T-016 AC-045: an empty file has no chunks in any language, which is no error and no reason to report', async () => {
    const strict = new TestChunker({
      fallbackOnError: false,
      validateSyntax: true,
      languages: { python: 'line_based' },
    });
    const languages = [...languageCatalog.flatMap((rules) => rules.languages), 'yaml', 'mdx', 'cobol', ''];

    const files = await Promise.all(languages.map((language) => strict.chunkFile('', language)));
    await strict.dispose();

    expect(files).toEqual(languages.map(() => ({ chunks: [] })));
    expect(strict.log.lines).toEqual([]);
  });

  it.each(['python', 'markdown', 'yaml', 'plaintext'])(
    'T-016 AC-045: a file (%s) of nothing but line ends is not empty, and is one chunk',
    async (language) => {
      const { chunks } = await test.chunkFile('\n\n', language);

      expect(chunks.map(({ startLine, endLine, content }) => [startLine, endLine, content])).toEqual([[1, 2, '\n\n']]);
    },
  );
});

describe('the sample tests of T-016 for chunkers', () => {
  const test = new TestChunker();

  afterAll(() => test.dispose());

  it.each([
    ['javascript', 'const x = () => 1;', 'function x'],
    ['csharp', 'class A { }', 'class A'],
    ['markdown', '# Title', 'section Title'],
    ['python', 'x', 'block'],
    ['plaintext', 'x', 'lines'],
    ['plaintext', ' ', 'lines'],
  ])('handles a file of a single line (%s: %j), with and without a line end', async (language, line, kind) => {
    for (const content of [line, `${line}\n`, `${line}\r\n`]) {
      const { chunks } = await test.chunkFile(content, language);

      expect(summarize(chunks)).toEqual([`1-1 | ${kind}`]);
      expect(joined(chunks)).toBe(content);
    }
  });

  it('handles nested structures: a class in a class is cut like the one around it, with both names', async () => {
    const method = (name: string): string =>
      `            public int ${name}(int total)\n            {\n${statements(18, '                ')}            }\n\n`;
    const inner = `        private class Inner\n        {\n${method('First')}${method('Second')}${method('Third')}        }\n`;
    const content = `namespace Shop\n{\n    public class Outer\n    {\n${inner}    }\n}\n`;

    const chunks = await test.chunks(content, 'csharp');

    expect(chunks.map(({ symbol }) => symbol)).toEqual(['Outer', 'Second', 'Third']);
    expect(chunks.slice(1).map(({ enclosing }) => enclosing)).toEqual([
      ['namespace Shop', 'class Outer', 'class Inner'],
      ['namespace Shop', 'class Outer', 'class Inner'],
    ]);
    expect(chunks[0]?.definitions.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'module Shop',
      'class Outer',
      'class Inner',
      'method First',
    ]);
  });

  it('handles nested structures: functions in a function stay with it, and a large one is cut between them', async () => {
    const inner = (name: string): string => `  function ${name}(total) {\n${statements(45)}  }\n\n`;
    const short = `function outer(total) {\n  function inner() {\n    return total;\n  }\n${statements(12, '  ')}}\n`;
    const long = `function large(total) {\n${['one', 'two', 'three', 'four'].map(inner).join('')}  return one;\n}\n`;

    const chunks = await test.chunks(short + long, 'javascript');

    expect(chunks.map(({ symbol, part }) => [symbol, part && partMarker(part)])).toEqual([
      ['outer', undefined],
      ['large', 'PART 1 of 2'],
      ['large', 'PART 2 of 2'],
    ]);
    expect(chunks[0]?.content).toBe(short);
    expect(chunks.slice(1).map(({ definitions }) => definitions.map(({ name }) => name))).toEqual([
      ['large', 'one', 'two'],
      ['three', 'four'],
    ]);
  });

  it.each([
    ['a default export', 'javascript', `export default (total) => {\n${statements(30)}};\n`],
    ['a callback', 'javascript', `app.get('/', async function (total) {\n${statements(30)}});\n`],
    ['a function called at once', 'javascript', `(() => {\n${statements(30)}})();\n`],
    ['a block', 'ruby', `task :run do |total|\n${statements(30).replaceAll(';', '')}end\n`],
  ])('handles anonymous functions: %s (%s) is one chunk, and nobody gets its name', async (_what, language, code) => {
    const content = `${code}\n${code}`;

    const chunks = await test.chunks(content, language);

    expect(chunks.map(({ symbol, part }) => [symbol, part])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(chunks.map((chunk) => chunk.content.trim())).toEqual([code.trim(), code.trim()]);
  });

  it('handles anonymous functions: one that is given to a name is called by it, and split in marked parts', async () => {
    const content = `export const handler = wrap(async (total) => {\n${statements(170)}});\n`;

    const chunks = await test.chunks(content, 'typescript');

    expect(tokenCounter.countTokens(content)).toBeGreaterThan(2_000);
    expect(chunks.map(({ symbol, part }) => `${symbol} ${part && partMarker(part)}`)).toEqual([
      'handler PART 1 of 2',
      'handler PART 2 of 2',
    ]);
  });
});

describe('settings of chunking', () => {
  const python = (name: string): string => `def ${name}(total):\n${statements(12).replaceAll(';', '')}\n`;

  const chunkWith = async (
    options: ConstructorParameters<typeof TestChunker>[0],
    { content = python('one') + python('two'), language = 'python' } = {},
  ): Promise<{ readonly parts: readonly string[]; readonly reason?: string; readonly test: TestChunker }> => {
    const test = new TestChunker(options);
    const { chunks, fallback } = await test.chunkFile(content, language);
    await test.dispose();
    expect(joined(chunks)).toBe(content);
    return { parts: summarize(chunks), test, ...(fallback && { reason: fallback.reason }) };
  };

  it('T-016 AC-149: prefer_structural: false cuts every language at lines, silently', async () => {
    for (const language of ['python', 'markdown', 'yaml', 'plaintext', 'cobol']) {
      const { parts, reason, test } = await chunkWith({ preferStructural: false }, { language });

      expect([parts, reason, test.log.lines]).toEqual([['1-28 | lines'], 'switched-off', []]);
    }
  });

  it('T-016 AC-149: a setting for one language leaves all others as they are', async () => {
    const options = { languages: { python: 'line_based', javascript: 'structural' } } as const;

    expect((await chunkWith(options)).reason).toBe('switched-off');
    expect((await chunkWith(options, { content: '# A\n', language: 'markdown' })).reason).toBeUndefined();
    expect((await chunkWith(options, { content: 'x = 1\n', language: 'ruby' })).reason).toBeUndefined();
  });

  it.each([
    ['the language has structure', { unknown: 'line_based' }, 'python', undefined],
    ['the language has none', { unknown: 'line_based' }, 'cobol', 'switched-off'],
    [
      'the language has none but a setting of its own',
      { unknown: 'line_based', nim: 'structural' },
      'nim',
      'no-parser',
    ],
    ['the language has no name', { unknown: 'line_based' }, '', 'switched-off'],
    ['the language is called like a property', { unknown: 'line_based' }, 'constructor', 'switched-off'],
  ] as const)('T-016 AC-149: the key unknown where %s (%j, %s)', async (_when, languages, language, reason) => {
    expect((await chunkWith({ languages }, { language })).reason).toBe(reason);
  });

  /** The braces of the outer two are never closed. */
  const broken = `namespace a {\nclass B {\n  void one() {\n${statements(30)}  }\n  void two() {\n${statements(30)}  }\n`;

  it('T-016 troubleshooting 2: validate_syntax: true joins what would be cut in the middle of broken code', async () => {
    const file = { content: broken, language: 'cpp' };

    const unchecked = await chunkWith({ validateSyntax: false }, file);
    const checked = await chunkWith({ validateSyntax: true }, file);

    expect(unchecked.parts).toEqual(['1-34 | function one', '35-66 | function two']);
    expect(checked.parts).toEqual(['1-66 | block']);
    expect([unchecked.test, checked.test].map(({ log }) => log.lines.map(({ level }) => level))).toEqual([
      [],
      ['warn'],
    ]);
  });

  it('T-016 troubleshooting 2: validate_syntax reports and changes nothing of code that is whole', async () => {
    const checked = await chunkWith({ validateSyntax: true });

    expect(checked.parts).toEqual((await chunkWith({})).parts);
    expect(checked.test.log.lines).toEqual([]);
  });

  it.each([
    ['nested-too-deep', { maxNestingDepth: 3 }, 'x = [[[[1]]]]  # secret\n'],
    ['parse-timeout', { maxParseTimeMs: 1 }, 'def secret(a): return [a + 1, a + 2]\n'.repeat(20_000)],
  ])(
    'T-016 threat 3: fallback_on_error: false refuses a file (%s), and quotes nothing of it',
    async (reason, limits, content) => {
      const strict = new TestChunker({ ...limits, fallbackOnError: false });

      const error: unknown = await strict.chunkFile(content, 'python').catch((thrown: unknown) => thrown);
      await strict.dispose();

      expect(isLexichordError(error) && [error.code, error.details]).toEqual([
        'parse-failed',
        { path: 'src/file', reason },
      ]);
      expect(String(error)).toContain('context.chunking.fallback_on_error');
      expect(String(error)).not.toContain('secret');
    },
  );

  it.each([
    ['no parser', {}, 'cobol', 'no-parser'],
    ['lines preferred', { preferStructural: false }, 'python', 'switched-off'],
    ['broken syntax', {}, 'cpp', undefined],
  ])(
    'T-016 threat 3: fallback_on_error: false is no reason to refuse a file with %s',
    async (_why, options, language, reason) => {
      const { reason: found } = await chunkWith({ ...options, fallbackOnError: false }, { content: broken, language });

      expect(found).toBe(reason);
    },
  );
});
