import { chunkId } from '@lexichord/platform/internal';
import { PatternSecretScanner, WordTokenCounter } from '@lexichord/testing';

import { MemoryFiles } from '../test-support/memory-files.js';
import { BodyExpander } from './body-expander.js';

const content = 'one\r\ntwo\nthree\nfour';
const counter = new WordTokenCounter();

/** The editor of the workspace asks the guard; this one of memory is asked here. */
class GuardedFiles extends MemoryFiles {
  override async getDocument(path: string): ReturnType<MemoryFiles['getDocument']> {
    const { relativePath } = await this.check(path);
    return super.getDocument(relativePath);
  }
}

function anExpander(text = content): BodyExpander {
  const files = new GuardedFiles({ 'src/a:b.ts': text, '.env': 'KEY=1\n' });
  return new BodyExpander(files, new PatternSecretScanner(), counter);
}

const handleOf = (startLine: number, endLine: number, lines: string): string =>
  chunkId({ filePath: 'src/a:b.ts', startLine, endLine }, lines);

describe('BodyExpander', () => {
  it('gives the lines of a handle byte for byte', async () => {
    const handle = handleOf(1, 2, 'one\r\ntwo\n');

    expect(await anExpander().expand(handle)).toEqual({
      ...{ handle, filePath: 'src/a:b.ts', startLine: 1, endLine: 2, language: 'typescript' },
      ...{ content: 'one\r\ntwo\n', tokenCount: counter.countTokens('one\r\ntwo\n'), secrets: [], warnings: [] },
    });
    expect((await anExpander().expand(handleOf(4, 4, 'four'))).content).toBe('four');
  });

  it('finds lines that have moved, and says where they are', async () => {
    const moved = await anExpander(`new\n${content}`).expand(handleOf(2, 3, 'two\nthree\n'));

    expect(moved).toMatchObject({ startLine: 3, endLine: 4, content: 'two\nthree\n' });
    expect(moved.handle).toBe(handleOf(3, 4, 'two\nthree\n'));
  });

  it('says that the file has changed', async () => {
    const expanded = anExpander('one\nother\n').expand(handleOf(2, 3, 'two\nthree\n'));

    await expect(expanded).rejects.toMatchObject({ code: 'content-changed', details: { lineCount: 2 } });
    await expect(anExpander().expand('src/a:b.ts:3-999999999')).rejects.toThrow(/: it has 4 lines\. Name lines/u);
    await expect(anExpander('one\n').expand('src/a:b.ts:2-2')).rejects.toThrow(/: it has 1 line\. Name lines/u);
  });

  it('says so where the file is too long to look everywhere', async () => {
    const expanded = anExpander('x\n'.repeat(200_010)).expand(handleOf(1, 1, 'two\n'));

    await expect(expanded).rejects.toThrow(
      'at or near their former position, and is too long for a complete search: it has changed, and now has 200,010 lines',
    );
  });

  it('gives lines as they are now without a hash', async () => {
    expect(await anExpander().expand('src/a:b.ts:2-3')).toMatchObject({
      handle: handleOf(2, 3, 'two\nthree\n'),
      content: 'two\nthree\n',
    });
  });

  it('leaves out lines with secrets, and names them', async () => {
    const text = 'one\nkey = "secret:abcdefgh"\nthree\n';

    const { content: shown, secrets } = await anExpander(text).expand(handleOf(1, 3, text));

    expect(shown).toBe('one\nthree\n');
    expect(secrets).toEqual([{ rule: 'token', place: 'src/a:b.ts:2' }]);
  });

  it.each([
    ['../outside.ts:1-2', 'path-denied'],
    ['/etc/passwd:1-2@0a1b2c3d', 'path-denied'],
    ['.env:1-1', 'path-denied'],
    ['gone.ts:1-2', 'not-found'],
    ['tool:run:1-2', 'invalid-argument'],
    ['src/a:b.ts', 'invalid-argument'],
    ['src/a:b.ts:0-2', 'invalid-argument'],
    ['src/a:b.ts:3-2', 'invalid-argument'],
    ['src/a:b.ts:1-9999999999', 'invalid-argument'],
    ['', 'invalid-argument'],
    [`${'a'.repeat(5_000)}:1-2`, 'invalid-argument'],
    [undefined as unknown as string, 'invalid-argument'],
  ])('refuses %j as %s', async (handle, code) => {
    await expect(anExpander().expand(handle)).rejects.toMatchObject({ code });
  });

  it("rejects with its signal's reason", async () => {
    await expect(anExpander().expand('src/a:b.ts:1-2', { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  });
});
