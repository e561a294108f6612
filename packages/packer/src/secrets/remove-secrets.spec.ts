import type { Chunk } from '@lexichord/abstractions';
import { chunkHash } from '@lexichord/platform/internal';
import { MemoryEditorService, PatternSecretScanner, WordTokenCounter } from '@lexichord/testing';
import fc from 'fast-check';

import { SecretFinder } from './find-secrets.js';
import { removeSecrets } from './remove-secrets.js';

const counter = new WordTokenCounter();
const token = 'secret:a1B2a1B2';

/** A chunk of whole lines that begins at line 11 of its file. */
const aChunk = (content: string, lines: number): Chunk => ({
  ...{
    id: `a.ts:11-${10 + lines}@${chunkHash(content)}`,
    filePath: 'a.ts',
    startLine: 11,
    endLine: 10 + lines,
    content,
  },
  ...{ tokenCount: counter.countTokens(content), kind: 'function', symbol: 'f', enclosing: [], language: 'typescript' },
  definitions: [
    { name: 'f', kind: 'function', line: 11 },
    { name: 'g', kind: 'function', line: 13 },
  ],
});

describe('removeSecrets', () => {
  it('gives a chunk without findings as it is', () => {
    const chunk = aChunk('one\ntwo\n', 2);
    const elsewhere = [
      { rule: 'github', startLine: 1, endLine: 10 },
      { rule: 'github', startLine: 13, endLine: 13 },
    ];

    expect(removeSecrets(chunk, elsewhere, counter)).toEqual({ kept: [chunk], removed: [] });
  });

  it('removes whole lines, says which rule and line, and never the value', () => {
    const chunk = aChunk(`const a = 1;\r\nconst b = "${token}";\r\nconst c = 3;\r\n`, 3);

    const { kept, removed } = removeSecrets(chunk, [{ rule: 'github', startLine: 12, endLine: 12 }], counter);

    expect(
      kept.map(({ id, startLine, endLine, content, tokenCount, definitions }) => [
        ...[id, startLine, endLine, content, tokenCount, definitions.map(({ name }) => name)],
      ]),
    ).toEqual([
      [`a.ts:11-11@${chunkHash('const a = 1;\r\n')}`, 11, 11, 'const a = 1;\r\n', 4, ['f']],
      [`a.ts:13-13@${chunkHash('const c = 3;\r\n')}`, 13, 13, 'const c = 3;\r\n', 4, ['g']],
    ]);
    expect(removed).toMatchObject([
      { chunk: { startLine: 12, endLine: 12, content: '', definitions: [] }, detail: 'github on line 12' },
    ]);
    expect(JSON.stringify([kept, removed])).not.toContain('a1B2');
    expect(removed[0]?.chunk.id).toBe(`a.ts:12-12@${chunkHash('')}`);
    expect(kept.map(({ partOf }) => partOf)).toEqual(Array(2).fill({ startLine: 11, endLine: 13 }));
  });

  it('removes the blank lines that would remain alone', () => {
    const chunk = aChunk(`\n \n${token}\n\n${token}\nend\n`, 6);
    const findings = [13, 15].map((line) => ({ rule: 'github', startLine: line, endLine: line }));

    const { kept, removed } = removeSecrets(chunk, findings, counter);

    expect(kept.map(({ startLine, content }) => [startLine, content])).toEqual([[16, 'end\n']]);
    expect(removed).toMatchObject([
      { chunk: { startLine: 11, endLine: 15 }, detail: 'github on line 13, github on line 15' },
    ]);
  });

  it('removes each piece of a key that reaches over several chunks', () => {
    const key = [{ rule: 'private-key', startLine: 5, endLine: 12 }];

    const { kept, removed } = removeSecrets(aChunk('MII\n-----END\nrest\n', 3), key, counter);

    expect(kept.map(({ content }) => content)).toEqual(['rest\n']);
    expect(removed).toMatchObject([{ chunk: { startLine: 11, endLine: 12 }, detail: 'private-key on lines 5-12' }]);
  });

  it('removes a piece of a long line with its line', () => {
    const finding = [{ rule: 'github', startLine: 11, endLine: 11 }];

    expect(removeSecrets(aChunk('a piece of a line', 1), finding, counter).kept).toEqual([]);
  });

  it('keeps every other line, in its place', () => {
    const line = fc.constantFrom('a', 'b c', '', ' ', 'secret');
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
    const parts = fc.array(fc.tuple(line, lineEnd), { minLength: 1, maxLength: 12 });

    fc.assert(
      fc.property(parts, fc.boolean(), (given, hasEnd) => {
        const texts = given.map(([text, end], index) => text + (index < given.length - 1 || hasEnd ? end : ''));
        const findings = texts.flatMap((text, index) =>
          text.startsWith('secret') ? [{ rule: 'x', startLine: 11 + index, endLine: 11 + index }] : [],
        );
        // A lone CR and a LF that follows it would be one line end.
        fc.pre(texts.every((text, index) => !text.endsWith('\r') || !texts[index + 1]?.startsWith('\n')));

        const { kept, removed } = removeSecrets(aChunk(texts.join(''), texts.length), findings, counter);

        const held = kept.map(({ content }) => content).join('');
        const expected = texts.filter((text) => !text.startsWith('secret')).join('');
        expect(held.replaceAll(/\s/gu, '')).toBe(expected.replaceAll(/\s/gu, ''));
        for (const { startLine, endLine, content, tokenCount } of kept) {
          expect(content).toBe(texts.slice(startLine - 11, endLine - 10).join(''));
          expect(tokenCount).toBe(counter.countTokens(content));
        }
        expect(removed.length > 0).toBe(findings.length > 0);
      }),
    );
  });
});

describe('SecretFinder', () => {
  const key = ['BEGIN KEY', 'one', 'two', 'three', 'four', 'END KEY'];
  const scanner = new PatternSecretScanner();
  const shared = { sourceType: 'search-result', language: 'plaintext' } as const;

  it('finds the half of a key that is in an excerpt', async () => {
    const editor = new MemoryEditorService({ 'a.txt': ['first', ...key, 'last'].join('\n') });
    const excerpt = {
      ...shared,
      filePath: 'a.txt',
      content: `${key.slice(3).join('\n')}\nlast`,
      lineRange: { startLine: 5, endLine: 8 },
    };

    expect(await new SecretFinder({ scanner, editor }).find(excerpt)).toEqual([
      expect.objectContaining({ rule: 'private-key', startLine: 2, endLine: 7 }),
    ]);
  });

  it('finds what is in an excerpt that its file no longer has, and nothing that is elsewhere in the file', async () => {
    const editor = new MemoryEditorService({ 'a.txt': `${token}\nb\nc\n` });
    const excerpt = { ...shared, filePath: 'a.txt', content: `b\n${token}\n`, lineRange: { startLine: 2, endLine: 3 } };

    expect(await new SecretFinder({ scanner, editor }).find(excerpt)).toEqual([
      expect.objectContaining({ rule: 'token', startLine: 3, endLine: 3 }),
    ]);
  });

  it('reads and scans a file once, whether one or many excerpts of it are packed', async () => {
    const texts = Array.from({ length: 30 }, (_, line) => `line ${line + 1}\n`);
    const editor = new MemoryEditorService({ 'a.txt': texts.join('') });
    const reads = jest.spyOn(editor, 'getContent');
    const scans: string[] = [];
    const counting = {
      scan: (text: string) => {
        scans.push(text);
        return Promise.resolve([]);
      },
    };
    const finder = new SecretFinder({ scanner: counting, editor });
    const excerpts = texts.map((content, line) => ({
      ...{ ...shared, filePath: 'a.txt', content },
      lineRange: { startLine: line + 1, endLine: line + 1 },
    }));

    await Promise.all(excerpts.map((excerpt) => finder.find(excerpt)));

    expect([reads.mock.calls.length, scans.filter((text) => text === texts.join('')).length]).toEqual([1, 1]);
    await new SecretFinder({ scanner, editor }).find({ ...excerpts[0], fileText: texts.join('') } as never);
    expect(reads).toHaveBeenCalledTimes(1);
  });

  it('numbers the lines of an output from where it begins', async () => {
    const editor = new MemoryEditorService();
    const output = { ...shared, filePath: 'tool:env', content: `a\n${token}` };

    expect(await new SecretFinder({ scanner, editor }).find(output)).toMatchObject([{ startLine: 2, endLine: 2 }]);
    expect(
      await new SecretFinder({ scanner, editor }).find({ ...output, lineRange: { startLine: 7, endLine: 8 } }),
    ).toMatchObject([{ startLine: 8, endLine: 8 }]);
  });
});
