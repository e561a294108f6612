import { WordTokenCounter } from '@lexichord/testing';
import fc from 'fast-check';

import { TestChunker, tokenCounter } from './test-support/a-chunker.js';

/** Pieces that make parsers and line counts go wrong. */
const fragment = fc.oneof(
  fc.constantFrom(
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '    ',
    '\t',
    '\u0085',
    '\u2028',
    '\uFEFF',
    '\0',
    '\uD83D',
    '😀',
    'é',
    '中文',
  ),
  fc.constantFrom(
    'function f() {\n',
    '}\n',
    'class A {\n',
    'def g():\n',
    'import x\n',
    '# Title\n',
    '```\n',
    '---\n',
    '===\n',
  ),
  fc.constantFrom(
    '// comment\n',
    '/* open',
    '"string',
    "'",
    '`',
    '<p>',
    '{"a": 1}',
    'key: value\n',
    '- item\n',
    '<|endoftext|>',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('x'.repeat(300), 'word '.repeat(80), '('.repeat(40)),
);
const text = fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join(''));
const language = fc.constantFrom(
  'typescript',
  'python',
  'cpp',
  'markdown',
  'yaml',
  'json',
  'html',
  'bash',
  'plaintext',
  'ruby',
);

describe('chunks of any text', () => {
  const small = { minChunkTokens: 20, targetChunkTokens: 40, maxChunkTokens: 60, linesPerChunk: 7 };
  const test = new TestChunker(small);
  const counted = new TestChunker(small, new WordTokenCounter());

  afterAll(async () => {
    await test.dispose();
    await counted.dispose();
  });

  it('T-016 FR-016-48: are the file, in whole lines, within the maximum', async () => {
    await fc.assert(
      fc.asyncProperty(text, language, async (content, id) => {
        const { chunks } = await test.chunkFile(content, id);

        expect(chunks.map((chunk) => chunk.content).join('')).toBe(content);
        expect(new Set(chunks.map((chunk) => chunk.id)).size).toBe(chunks.length);
        let line = 1;
        for (const [index, chunk] of chunks.entries()) {
          expect(chunk.tokenCount).toBe(tokenCounter.countTokens(chunk.content));
          expect(chunk.tokenCount).toBeLessThanOrEqual(small.maxChunkTokens);
          // The line of the chunk before only goes on if it is a line that is too long.
          const goesOn =
            chunk.startLine === line - 1 &&
            chunk.startLine === chunk.endLine &&
            chunks[index - 1]?.endLine === chunk.endLine;
          expect(goesOn || chunk.startLine === line).toBe(true);
          line = chunk.endLine + 1;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('T-016 FR-016-44: are the same for the same text, complete, and within the maximum with any counter', async () => {
    await fc.assert(
      fc.asyncProperty(text, language, async (content, id) => {
        const first = await counted.chunkFile(content, id);
        await counted.trees.dispose();

        expect(await counted.chunkFile(content, id)).toEqual(first);
        expect(first.chunks.map((chunk) => chunk.content).join('')).toBe(content);
        for (const { tokenCount } of first.chunks) expect(tokenCount).toBeLessThanOrEqual(small.maxChunkTokens);
      }),
      { numRuns: 15 },
    );
  });
});
