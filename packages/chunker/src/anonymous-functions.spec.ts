import { partMarker } from '@lexichord/abstractions';

import { TestChunker, statements, summarize, tokenCounter } from './test-support/a-chunker.js';

/** For languages that have no semicolons. */
const plain = (count: number): string => statements(count).replaceAll(';', '');

describe('functions without a name', () => {
  const test = new TestChunker();

  afterAll(() => test.dispose());

  const anonymous: readonly (readonly [what: string, language: string, codeOf: (length: number) => string])[] = [
    ['a default export', 'javascript', (length) => `export default (total) => {\n${statements(length)}};\n`],
    ['a default export', 'typescript', (length) => `export default function () {\n${statements(length)}}\n`],
    ['an export', 'javascript', (length) => `module.exports = function (total) {\n${statements(length)}};\n`],
    ['a callback', 'javascript', (length) => `app.get('/x', async (req, res) => {\n${statements(length)}});\n`],
    ['a function called at once', 'javascript', (length) => `(() => {\n${statements(length)}})();\n`],
    ['a block', 'ruby', (length) => `task :run do |total|\n${plain(length)}end\n`],
    ['a block', 'elixir', (length) => `test "runs", %{total: total} do\n${plain(length)}end\n`],
    ['a block', 'kotlin', (length) => `tasks.register("run") {\n${plain(length)}}\n`],
    ['a closure', 'swift', (length) => `it("runs") {\n${plain(length)}}\n`],
    ['a closure', 'php', (length) => `<?php it('runs', function ($total) {\n${statements(length)}});\n`],
    ['a callback', 'csharp', (length) => `app.MapGet("/x", async (total) => {\n${statements(length)}});\n`],
    ['a test', 'zig', (length) => `test "runs" {\n${statements(length)}}\n`],
  ];

  it.each(anonymous)(
    'T-016 AC-038: %s (%s) is whole up to the maximum and in marked parts above it',
    async (_what, language, codeOf) => {
      const whole = codeOf(90);
      const large = codeOf(170);

      const chunks = await test.chunks(whole, language);
      const parts = await test.chunks(large, language);

      expect(tokenCounter.countTokens(whole)).toBeGreaterThan(1_100);
      expect(chunks.map(({ symbol, part, content }) => [symbol, part, content])).toEqual([
        [undefined, undefined, whole],
      ]);
      expect(tokenCounter.countTokens(large)).toBeGreaterThan(2_000);
      expect(parts.map(({ part }) => part && partMarker(part))).toEqual(['PART 1 of 2', 'PART 2 of 2']);
      expect(parts.map(({ content }) => content).join('')).toBe(large);
    },
  );

  it('T-016 AC-038: a body on the lines after its signature is one function with it (Dart)', async () => {
    const body = (indentation: string): string => `${indentation}{\n${statements(80)}${indentation}}\n`;
    const content = `int go(int total)\n${body('')}\nclass A {\n  int run(int total)\n${body('  ')}}\n`;

    const chunks = await test.chunks(content, 'dart');
    const symbols = await test.symbols(content, 'dart');

    expect(summarize(chunks)).toEqual(['1-84 | function go', '85-169 | class A']);
    expect(symbols.map(({ name, endOffset }) => [name, content.slice(0, endOffset).endsWith('}')])).toEqual([
      ['go', true],
      ['A', true],
      ['run', true],
    ]);
  });

  it('T-016 AC-038: a function that is defined by a call stays whole, a module of them is cut between them', async () => {
    const define = (name: string): string => `  def ${name}(total) do\n${plain(60)}  end\n\n`;
    const content = `defmodule App do\n${define('one')}${define('two')}end\n`;

    const chunks = await test.chunks(content, 'elixir');

    expect(summarize(chunks)).toEqual(['1-64 | function one', '65-128 | defmodule App | function two']);
  });

  it('T-016 AC-038: a function stays whole although it calls others with functions, if they are not most of it', async () => {
    const calls = '  items.forEach((item) => {\n    add(item);\n  });\n'.repeat(3);
    const content = `app.get('/x', (req, res) => {\n${calls}${statements(60)}});\n`;

    const chunks = await test.chunks(content, 'javascript');

    expect(chunks.map((chunk) => chunk.content)).toEqual([content]);
  });

  describe('that are only wrappers', () => {
    const cases = (count: number, lines = 8): string =>
      Array.from({ length: count }, (_, index) => `  it('does ${index}', () => {\n${statements(lines)}  });\n\n`).join(
        '',
      );
    const members = (count: number): string =>
      Array.from({ length: count }, (_, index) => `  function f${index}(total) {\n${statements(14)}  }\n\n`).join('');

    it('T-016 FR-016-46: a group of tests is cut between its tests', async () => {
      const content = `describe('Cart', () => {\n  let total = 0;\n\n${cases(8)}});\n`;

      const chunks = await test.chunks(content, 'typescript');

      expect(chunks.map(({ tokenCount, part }) => [tokenCount <= 600, part])).toEqual(
        Array.from({ length: 3 }, () => [true, undefined]),
      );
      expect(chunks.slice(1).every((chunk) => chunk.content.startsWith("  it('does "))).toBe(true);
    });

    it.each([
      ['ruby', (body: string) => `RSpec.describe Cart do\n${body}end\n`, '  it "runs" do', '  end'],
      ['elixir', (body: string) => `describe "Cart" do\n${body}end\n`, '  test "runs" do', '  end'],
      ['kotlin', (body: string) => `describe("Cart") {\n${body}}\n`, '  it("runs") {', '  }'],
      ['swift', (body: string) => `describe("Cart") {\n${body}}\n`, '  it("runs") {', '  }'],
      [
        'php',
        (body: string) => `<?php describe('Cart', function () {\n${body}});\n`,
        "  it('runs', function () {",
        '  });',
      ],
    ])('T-016 FR-016-46: a group of tests (%s) is cut between its tests', async (language, wrap, head, tail) => {
      const lines = language === 'php' ? statements(10) : plain(10);
      const content = wrap(`${head}\n${lines}${tail}\n\n`.repeat(10));

      const chunks = await test.chunks(content, language);

      expect(chunks.map(({ tokenCount, part }) => [tokenCount <= 600, part])).toEqual(
        chunks.map(() => [true, undefined]),
      );
      expect(chunks.slice(1).every((chunk) => chunk.content.startsWith(head))).toBe(true);
    });

    it('T-016 FR-016-46: a group of groups is cut like one, however large it is', async () => {
      const inner = (name: string): string => `describe('${name}', () => {\n${cases(10)}});\n`;
      const content = `describe('Shop', () => {\n${inner('Cart')}${inner('Order')}${inner('User')}});\n`;

      const chunks = await test.chunks(content, 'javascript');

      expect(tokenCounter.countTokens(content)).toBeGreaterThan(3_000);
      expect(chunks.every(({ tokenCount, part }) => tokenCount <= 600 && part === undefined)).toBe(true);
    });

    it('T-016 FR-016-46: of a group with one group in it, the inner one counts', async () => {
      const content = `describe('Shop', () => {\n  describe('Cart', () => {\n${cases(8)}  });\n});\n`;

      const chunks = await test.chunks(content, 'javascript');

      expect(chunks).toHaveLength(2);
    });

    it('T-016 FR-016-46: a large test in a group of tests is whole, a larger one is in parts', async () => {
      const content = `describe('Cart', () => {\n${cases(1, 80)}${cases(1, 80)}${cases(1, 170)}});\n`;

      const chunks = await test.chunks(content, 'javascript');

      expect(chunks.map(({ part }) => part && partMarker(part))).toEqual([
        undefined,
        undefined,
        'PART 1 of 2',
        'PART 2 of 2',
      ]);
    });

    it.each([
      ['called at once', (body: string) => `(function () {\n${body}})();\n`],
      ['given to a loader', (body: string) => `define(['a'], function (a) {\n${body}});\n`],
      [
        'given to a universal loader',
        (body: string) =>
          `(function (root, factory) {\n  if (root.define) define(factory);\n  else root.x = factory();\n})(this, function () {\n${body}});\n`,
      ],
    ])('T-016 FR-016-39: a module in a function %s is cut between its functions', async (_what, wrap) => {
      const chunks = await test.chunks(wrap(members(5)), 'javascript');

      expect(chunks.map(({ symbol }) => symbol)).toEqual(['f0', 'f1', 'f2', 'f3', 'f4']);
    });

    it('a function that is exported is one thing, whatever is in it', async () => {
      const chunks = await test.chunks(`module.exports = function (shop) {\n${members(5)}};\n`, 'javascript');

      expect(chunks.map(({ symbol }) => symbol)).toEqual([undefined]);
    });
  });

  it('do not make the names of their variables known, nor are called like a function in them', async () => {
    const helper = '  function helper(value) {\n    return value;\n  }\n';
    const content = `app.get('/x', (req, res) => {\n  const total = 0;\n${helper}${statements(40)}});\n`;

    const [chunk] = await test.chunks(content, 'javascript');

    expect(chunk?.symbol).toBeUndefined();
    expect(chunk?.definitions.map(({ name }) => name)).toEqual(['helper']);
  });

  it('are more than the imports before them', async () => {
    const content = `const app = require('./app');\n\napp.get('/x', (req, res) => {\n${statements(12)}});\n`;

    const [chunk] = await test.chunks(content, 'javascript');

    expect(chunk?.kind).toBe('block');
  });

  it('may be nested as deep as a file may be', async () => {
    const content = `${'f(() => {\n'.repeat(60)}${statements(60)}${'});\n'.repeat(60)}`;

    const chunks = await test.chunks(content, 'javascript');

    expect(chunks.map((chunk) => chunk.content).join('')).toBe(content);
  });
});
