import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { TestChunker, summarize } from './test-support/a-chunker.js';
import { grammarRequestOf } from './languages/compile-language.js';
import { rulesFor } from './languages/language-catalog.js';
import type { LanguageRules } from './languages/language-rules.js';
import { ParserThread } from './parse/parser-thread.js';

const joined = (chunks: readonly { readonly content: string }[]): string =>
  chunks.map(({ content }) => content).join('');

const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text;

describe('hostile files', () => {
  it('T-016 AC-130: a parse above the time limit is cut at lines, without an exception', async () => {
    const test = new TestChunker({ maxParseTimeMs: 1 });
    const content = 'int f(int a) { return a + 1; }\n'.repeat(5_000);

    const { chunks, fallback } = await test.chunkFile(content, 'cpp');
    await test.dispose();

    expect(fallback).toEqual({ reason: 'parse-timeout', message: 'Parsing took more than 1 ms.' });
    expect(joined(chunks)).toBe(content);
    expect(test.log.lines).toEqual([
      expect.objectContaining({ level: 'warn', template: 'Cut {path} at lines: {message}' }),
    ]);
  });

  it.each([
    ['typescript', 'x = ', '(', ')'],
    ['csharp', 'void F() ', '{', '}'],
    ['json', '', '[', ']'],
    ['python', 'x = ', '(', ')'],
    ['swift', 'let x = ', '(', ')'],
    ['html', '', '<div>', '</div>'],
  ])('T-016 threat 3: %s nested 20,000 levels deep is cut at lines', async (language, before, open, close) => {
    const test = new TestChunker();
    const middle = open === '(' ? '1' : '';
    const content = `${before}${open.repeat(20_000)}${middle}\n${close.repeat(20_000)}\n`;

    const { chunks, fallback } = await test.chunkFile(content, language);
    await test.dispose();

    expect(['nested-too-deep', 'parse-timeout']).toContain(fallback?.reason);
    expect(joined(chunks)).toBe(content);
  });

  it('T-016 threat 3: the limit of nesting is the configured one, whatever the nodes', async () => {
    const test = new TestChunker({ maxNestingDepth: 50 });
    const nested = (depth: number): string => `let x = ${'['.repeat(depth)}${']'.repeat(depth)};\n`;

    const shallow = await test.chunkFile(nested(40), 'javascript');
    const deep = await test.chunkFile(nested(60), 'javascript');
    await test.dispose();

    expect([shallow.fallback?.reason, deep.fallback?.reason]).toEqual([undefined, 'nested-too-deep']);
  });

  it('T-016 threat 3: a file above the size limit is not parsed', async () => {
    const test = new TestChunker({ maxFileSizeBytes: 1_000 });

    const { fallback } = await test.chunkFile('é'.repeat(600), 'typescript');
    await test.dispose();

    expect(fallback?.reason).toBe('file-too-large');
  });

  it('T-016 AC-133: a line of ten megabytes is cut within, and no chunk is above the maximum', async () => {
    const test = new TestChunker();
    const content = `first line\n${'lorem ipsum '.repeat(900_000)}\nlast line\n`;

    const { chunks, fallback } = await test.chunkFile(content, 'typescript');
    await test.dispose();

    expect(fallback?.reason).toBe('file-too-large');
    expect(joined(chunks) === content).toBe(true);
    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(2_000);
    expect(chunks.slice(1, 3).map(({ startLine, endLine, part }) => [startLine, endLine, part?.index])).toEqual([
      [2, 2, 1],
      [2, 2, 2],
    ]);
  });

  it('tells equal pieces of one long line apart', async () => {
    const test = new TestChunker({ maxChunkTokens: 10, minChunkTokens: 5 });

    const { chunks } = await test.chunkFile('ab '.repeat(400), 'plaintext');
    await test.dispose();

    expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
  });

  it('cuts a long line within no character, wherever it may end', async () => {
    const test = new TestChunker();
    // The text in which a cut is searched ends in the middle of the first emoji, and all of it fits.
    const content = `${`${' '.repeat(15_999)}😀`.repeat(3)}${'a b c '.repeat(3_000)}\n`;

    const { chunks } = await test.chunkFile(content, 'plaintext');
    await test.dispose();

    expect(joined(chunks)).toBe(content);
    expect(chunks.map(({ content: piece }) => isWellFormed(piece))).not.toContain(false);
  });

  it.each([
    ['marks', `a${'\u0301'.repeat(300_000)}\n`],
    ['joined emoji', `${'👨\u200d'.repeat(60_000)}\n`],
    ['flags', `${'🇩'.repeat(60_000)}\n`],
  ])('cuts a character of any length into as few chunks as hold it: %s', async (_what, content) => {
    const test = new TestChunker({ maxChunkTokens: 200 });

    const { chunks } = await test.chunkFile(content, 'plaintext');
    await test.dispose();

    expect(joined(chunks) === content).toBe(true);
    expect(chunks.map(({ content: piece }) => isWellFormed(piece))).not.toContain(false);
    const sizes = chunks.map(({ tokenCount }) => tokenCount);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
    // All but the last are full, up to what one code point more would take.
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(190);
  });

  it('cuts a million blank lines in time that grows with them', async () => {
    const test = new TestChunker({ maxChunkTokens: 10, targetChunkTokens: 8, minChunkTokens: 4 });
    const content = `# Heading\n${'\n'.repeat(1_000_000)}end`;

    const chunks = await test.chunks(content, 'markdown');
    await test.dispose();

    expect(joined(chunks) === content).toBe(true);
    expect(Math.max(...chunks.map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(10);
  });

  it('cuts a long line into any number of pieces', async () => {
    const test = new TestChunker({ maxChunkTokens: 1, targetChunkTokens: 1, minChunkTokens: 0 });

    const { chunks } = await test.chunkFile('word '.repeat(200_000), 'plaintext');
    await test.dispose();

    expect(chunks.length).toBeGreaterThan(190_000);
  });

  it('damaged and binary text is cut like any other, without an exception', async () => {
    const test = new TestChunker();
    const content = `def f():\n    return "\uFFFD\uFFFD\0\u0001"\n\n\0\0\0\uD800(\n`;

    const { chunks } = await test.chunkFile(content, 'python');
    await test.dispose();

    expect(joined(chunks)).toBe(content);
  });

  it('T-016 NFR-016-45: offsets hold beyond the basic plane and with any line end', async () => {
    const test = new TestChunker({ minChunkTokens: 1 });
    const body = '    return "😀é中文"\r\n';
    const content = `# 😀😀😀\r\ndef first():\r\n${body}\r\n# 中\rdef second():\n${body}`;

    const chunks = await test.chunks(content, 'python');
    await test.dispose();

    expect(joined(chunks)).toBe(content);
    expect(chunks.flatMap(({ definitions }) => definitions)).toEqual([
      { name: 'first', kind: 'function', line: 2 },
      { name: 'second', kind: 'function', line: 6 },
    ]);
  });

  it('keeps a name within the limit of the contract', async () => {
    const test = new TestChunker();

    const chunks = await test.chunks(`function ${'n'.repeat(500)}() {}\n# `, 'javascript');
    await test.dispose();

    expect(chunks[0]?.definitions.map(({ name }) => name.length)).toEqual([200]);
  });
});

describe('ParserThread', () => {
  const request = {
    jobId: 1,
    content: 'x',
    limits: { maxSteps: 1, maxTimeMs: 1, maxDepth: 1, openFunctions: 1, openOthers: 1 },
  };

  it('T-016 threat 3: a grammar that cannot be loaded costs only its own file', async () => {
    const thread = new ParserThread();
    const missing = { name: 'none', rulesId: 'none', wasmPath: '/none.wasm', rules: '[]' };

    const outcome = await thread.run({ ...request, grammar: missing }, 1_000);
    await thread.dispose();

    expect(outcome).toEqual({ kind: 'failed', reason: 'Error' });
    expect(thread.isBusy).toBe(false);
  });

  it('reads a compressed grammar, as published packages have it', async () => {
    const thread = new ParserThread();
    const grammar = grammarRequestOf(rulesFor('json', '{}') as LanguageRules);
    const folder = mkdtempSync(join(tmpdir(), 'lexichord-grammar-'));
    const wasmPath = join(folder, 'json.wasm.gz');
    writeFileSync(wasmPath, gzipSync(readFileSync(grammar.wasmPath)));
    const limits = { maxSteps: 1e9, maxTimeMs: 60_000, maxDepth: 100, openFunctions: 1, openOthers: 1 };
    const bounded = { jobId: 1, content: '{ "a": [1] }\n', limits };

    const plain = await thread.run({ ...bounded, grammar }, 60_000);
    const compressed = await thread.run(
      { ...bounded, grammar: { ...grammar, wasmPath, rulesId: 'gz', name: 'gz' } },
      60_000,
    );
    await thread.dispose();
    rmSync(folder, { recursive: true });

    expect(plain.kind).toBe('parsed');
    expect(compressed).toEqual(plain);
  });

  it.each([
    ['takes too long', 'killed', { hardLimitMs: 20 }],
    ['makes the parser fail', 'failed', { wasmPath: '/none.wasm' }],
  ])('T-016 threat 3: a file that %s costs those handed over with it nothing', async (_what, kind, given) => {
    const { hardLimitMs = 10_000, wasmPath } = given as { hardLimitMs?: number; wasmPath?: string };
    const content = 'export const a = [1, 2, 3];\n';
    const grammar = grammarRequestOf(rulesFor('typescript', content) as LanguageRules);
    const limits = { maxSteps: 1e9, maxTimeMs: 60_000, maxDepth: 500, openFunctions: 1, openOthers: 1 };
    const thread = new ParserThread();
    await thread.run({ jobId: 1, content, grammar, limits }, 10_000);

    const outcomes = await Promise.all([
      thread.run({ jobId: 2, content, grammar, limits }, 10_000),
      thread.run(
        {
          jobId: 3,
          content: content.repeat(20_000),
          grammar: { ...grammar, ...(wasmPath && { wasmPath, rulesId: wasmPath, name: wasmPath }) },
          limits,
        },
        hardLimitMs,
      ),
      thread.run({ jobId: 4, content, grammar, limits }, 10_000),
      thread.run({ jobId: 5, content, grammar, limits }, 10_000),
    ]);
    await thread.dispose();

    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['parsed', kind, 'parsed', 'parsed']);
    expect(outcomes[3]).toEqual(outcomes[0]);
  });

  it('T-016 threat 3: a thread that does not answer is ended, and the next file gets another', async () => {
    const test = new TestChunker();
    const content = 'function f() {}\n';
    const pending = test.chunkFile(content, 'javascript');
    await test.dispose();

    const { chunks, fallback } = await pending;

    expect(fallback?.reason).toBe('parse-timeout');
    expect(joined(chunks)).toBe(content);
    expect(summarize(await test.chunks(content, 'javascript'))).toEqual(['1-1 | function f']);
    await test.dispose();
  });
});
