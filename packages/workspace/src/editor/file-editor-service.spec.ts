import { appendFile, mkdir, mkdtemp, realpath, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';
import { isLexichordError } from '@lexichord/abstractions';
import { SystemClock } from '@lexichord/platform';
import { parseOptions } from '@lexichord/platform/internal';
import { ManualClock, RecordingLogger } from '@lexichord/testing';
import fc from 'fast-check';

import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { FileEditorService } from './file-editor-service.js';

describe('FileEditorService', () => {
  let root: string;
  let logger: RecordingLogger;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-editor-')));
    logger = new RecordingLogger();
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  const editorWith = (options: object = {}): FileEditorService => {
    const parsed = parseOptions(workspaceOptionsSchema, { root, ...options }, 'options');
    return new FileEditorService(new WorkspaceGuard(parsed, logger), parsed, new SystemClock(), logger);
  };

  const write = (path: string, content: string | Uint8Array): Promise<void> => writeFile(join(root, path), content);

  /** Gives a file a time in the past, as most files have. */
  const age = (path: string, seconds = 1_700_000_000.5): Promise<void> => utimes(join(root, path), seconds, seconds);

  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    const outcome: unknown = await work.then(
      () => 'allowed',
      (error: unknown) => error,
    );
    return isLexichordError(outcome) ? outcome.code : String(outcome);
  };

  it('gives a document with path, language and line ends as they are', async () => {
    await mkdir(join(root, 'docs'));
    await write('docs/a.md', 'one\r\ntwo\rthree\u2028four\n');

    const document = await editorWith().getDocument('./docs/../docs/a.md');

    expect(document).toEqual({
      path: 'docs/a.md',
      content: 'one\r\ntwo\rthree\u2028four\n',
      version: expect.stringMatching(/^[0-9a-f]{32}$/u) as string,
      language: 'markdown',
      isUnsaved: false,
      decoding: 'utf-8',
    });
    expect(Object.isFrozen(document)).toBe(true);
  });

  it.each([
    ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x61, 0xc3, 0xa9], 'aé', 'utf-8'],
    ['UTF-8 with two marks', [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0x61], '\ufeffa', 'utf-8'],
    ['UTF-16 LE', [0xff, 0xfe, 0x61, 0x00, 0x3d, 0xd8, 0x00, 0xde], 'a😀', 'utf-16le'],
    ['UTF-16 BE', [0xfe, 0xff, 0x00, 0x61, 0xd8, 0x3d, 0xde, 0x00], 'a😀', 'utf-16be'],
    ['bad UTF-8 (T-016 AC-132)', [0x61, 0xff, 0x62], 'a\ufffdb', 'utf-8-with-replacements'],
    ['UTF-8 that has U+FFFD itself', [0xef, 0xbf, 0xbd], '\ufffd', 'utf-8'],
    ['nothing', [], '', 'utf-8'],
  ])('decodes %s', async (_, bytes, content, decoding) => {
    await write('a.txt', Uint8Array.from(bytes));
    const editor = editorWith();

    const document = await editor.getDocument('a.txt');

    expect([document.content, document.decoding]).toEqual([content, decoding]);
    expect(await editor.getContent('a.txt')).toBe(content);
  });

  it.each([
    ['a NUL byte', [0x61, 0x00, 0x62]],
    ['a UTF-32 mark', [0xff, 0xfe, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00]],
    ['a NUL byte behind 100 KB', [...new Array<number>(100_000).fill(0x61), 0x00]],
    ['a NUL character in UTF-16 LE', [0xff, 0xfe, 0x61, 0x00, 0x00, 0x00]],
    ['a NUL character in UTF-16 BE', [0xfe, 0xff, 0x00, 0x61, 0x00, 0x00]],
  ])('T-016 AC-028: says binary-file for %s', async (_, bytes) => {
    await write('a.bin', Uint8Array.from(bytes));
    const editor = editorWith();

    expect(await codeOf(editor.getDocument('a.bin'))).toBe('binary-file');
    expect(await codeOf(editor.readRange('a.bin', 0, Infinity))).toBe('binary-file');
  });

  it('gives a document with what its guard found out about the file, from one check', async () => {
    await write('a.md', 'text\n');
    await age('a.md');
    const editor = editorWith();
    const checks = jest.spyOn(editor.guard, 'checkFile');

    const checked = await editor.getChecked('./a.md');

    expect(checked?.document).toBe(await editor.getDocument('a.md'));
    expect(checked?.file).toMatchObject({ relativePath: 'a.md', sizeBytes: 5, modifiedMs: 1_700_000_000_500 });
    expect(checks).toHaveBeenCalledTimes(2);
    await utimes(join(root, 'a.md'), 1_800_000_000, 1_800_000_000);
    expect((await editor.getChecked('a.md'))?.file).toMatchObject({ modifiedMs: 1_800_000_000_000 });
    editor.setUnsavedContent('a.md', 'new\n');
    expect(await editor.getChecked('a.md')).toBeUndefined();
  });

  it('says binary-file for a buffer that is not saved as for a file', async () => {
    await write('a.txt', 'saved');
    const editor = editorWith();
    editor.setUnsavedContent('a.txt', 'a\0b');

    expect(await codeOf(editor.getDocument('a.txt'))).toBe('binary-file');
    expect(await codeOf(editor.readRange('a.txt', 0, 1))).toBe('binary-file');
    editor.setUnsavedContent('a.txt', undefined);
    expect(await editor.getContent('a.txt')).toBe('saved');
  });

  it('gives the same object until the file changes', async () => {
    await write('a.md', 'first');
    await age('a.md');
    const editor = editorWith();

    const first = await editor.getDocument('a.md');
    expect(await editor.getDocument('a.md')).toBe(first);

    await write('a.md', 'again');
    const second = await editor.getDocument('a.md');
    expect([second.content, second.version === first.version]).toEqual(['again', false]);

    await write('a.md', 'again');
    expect(await editor.getDocument('a.md')).toBe(second);
  });

  it('sees a change that left size and modification time alone', async () => {
    await write('a.md', 'first');
    await age('a.md');
    const editor = editorWith();
    await editor.getDocument('a.md');

    await write('a.md', 'other');
    await age('a.md');

    expect((await editor.getDocument('a.md')).content).toBe('other');
  });

  it('sees every one of many quick changes of equal size', async () => {
    const editor = editorWith();
    for (let round = 100; round < 200; round += 1) {
      await write('a.md', `round ${round}`);
      expect((await editor.getDocument('a.md')).content).toBe(`round ${round}`);
    }
  });

  it('reads a file again that was just written, where the clock of the file system cannot tell two writes apart', async () => {
    const options = parseOptions(workspaceOptionsSchema, { root }, 'options');
    const guard = new WorkspaceGuard(options, logger);
    await write('a.md', 'first');
    const before = await guard.checkFile('a.md', { maxSizeBytes: Infinity });
    jest.spyOn(guard, 'checkFile').mockResolvedValue(before);
    const clock = new ManualClock(before.modifiedMs + 10);
    const editor = new FileEditorService(guard, options, clock, logger);
    const first = await editor.getDocument('a.md');

    await write('a.md', 'other');

    expect([first.content, await editor.getContent('a.md')]).toEqual(['first', 'other']);
  });

  it('sees a file that was replaced or has gone', async () => {
    await write('a.md', 'first');
    await write('b.md', 'other');
    const editor = editorWith();
    await editor.getDocument('a.md');

    await rename(join(root, 'b.md'), join(root, 'a.md'));
    expect((await editor.getDocument('a.md')).content).toBe('other');

    await rm(join(root, 'a.md'));
    expect(await codeOf(editor.getDocument('a.md'))).toBe('not-found');
  });

  it('shares one read between requests at the same time, and lets each be cancelled alone', async () => {
    await write('a.md', 'x'.repeat(100_000));
    await age('a.md');
    const editor = editorWith();
    const controller = new AbortController();

    const cancelled = codeOf(editor.getDocument('a.md', { signal: controller.signal }));
    const others = Promise.all([editor.getDocument('a.md'), editor.getDocument('./a.md')]);
    controller.abort('stop');

    expect(await cancelled).toBe('stop');
    const [first, second] = await others;
    expect(second).toBe(first);
    expect(await codeOf(editor.getDocument('a.md', { signal: AbortSignal.abort('before') }))).toBe('before');
  });

  it('keeps as many documents as fit the cache, the last used ones', async () => {
    for (const name of ['a.md', 'b.md', 'c.md']) {
      await write(name, name.repeat(250));
      await age(name);
    }
    const editor = editorWith({ snapshotCacheBytes: 6_000 });
    const a = await editor.getDocument('a.md');
    const b = await editor.getDocument('b.md');
    expect(await editor.getDocument('a.md')).toBe(a);

    await editor.getDocument('c.md');

    expect(await editor.getDocument('a.md')).toBe(a);
    expect(await editor.getDocument('b.md')).not.toBe(b);
    expect((await editor.getDocument('b.md')).content).toBe(b.content);
  });

  it('refuses a file above the limit, of which a range can still be read', async () => {
    await write('a.md', '0123456789');
    const editor = editorWith({ maxFileSizeBytes: 9 });

    expect(await codeOf(editor.getDocument('a.md'))).toBe('file-too-large');
    expect(await editor.readRange('a.md', 8, 20)).toBe('89');
    expect(await codeOf(editor.readRange('.env', 0, 1))).toBe('path-denied');
  });

  it('reads any range of any text exactly as a slice of the whole', async () => {
    const bytes = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
      fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()),
      fc.uint8Array({ min: 1, maxLength: 200 }).map((array) => Buffer.from(array)),
    );
    // Once across the border between two pieces, with everything shifted by any number of bytes.
    const filler = fc.integer({ min: 65_300, max: 65_540 });
    const offset = fc.integer({ min: 0, max: 66_000 });

    await fc.assert(
      fc.asyncProperty(bytes, filler, offset, fc.nat(500), async (piece, length, startOffset, width) => {
        const isBigEndian = piece[0] === 0xfe && piece[1] === 0xff;
        const isMarked = isBigEndian || (piece[0] === 0xff && piece[1] === 0xfe);
        const shift = Buffer.alloc(isMarked ? length - (length % 2) : length, isMarked ? 'a\0' : 'a');
        if (isBigEndian) shift.swap16();
        const content = Buffer.concat([piece.subarray(0, isMarked ? 2 : 0), shift, piece.subarray(isMarked ? 2 : 0)]);
        await write('a.txt', content);

        const whole = await editorWith().getContent('a.txt');
        const start = Math.min(startOffset, whole.length);

        expect(await editorWith().readRange('a.txt', start, start + width)).toBe(whole.slice(start, start + width));
        expect(await editorWith().readRange('a.txt', whole.length - 250, Infinity)).toBe(whole.slice(-250));
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    [-1, 2],
    [2, 1],
    [0.5, 2],
    [Number.NaN, 2],
  ])('refuses the range %d..%d', async (startOffset, endOffset) => {
    await write('a.md', 'abc');

    expect(await codeOf(editorWith().readRange('a.md', startOffset, endOffset))).toBe('invalid-argument');
  });

  it('stops reading a range when the signal aborts', async () => {
    await write('a.md', 'abc');
    const editor = editorWith();

    expect(await codeOf(editor.readRange('a.md', 0, 1, { signal: AbortSignal.abort('stop') }))).toBe('stop');
  });

  it('gives up on a file that is another one each time it is opened', async () => {
    const options = parseOptions(workspaceOptionsSchema, { root }, 'options');
    const guard = new WorkspaceGuard(options, logger);
    await write('a.md', 'text');
    const file = await guard.checkFile('a.md', { maxSizeBytes: Infinity });
    const check = jest.spyOn(guard, 'checkFile').mockResolvedValue({ ...file, fileId: 'another' });
    const editor = new FileEditorService(guard, options, new SystemClock(), logger);

    expect(await codeOf(editor.getDocument('a.md'))).toBe('io-failed');
    expect(check).toHaveBeenCalledTimes(3);
  });

  it('reads a file that grows while nobody looks', async () => {
    await write('a.log', 'one');
    const editor = editorWith();
    await editor.getDocument('a.log');

    await appendFile(join(root, 'a.log'), ' two');

    expect(await editor.getContent('a.log')).toBe('one two');
  });

  describe('unsaved buffers', () => {
    it('stand in front of the file until they are taken away', async () => {
      await write('a.md', 'on disk');
      const editor = editorWith();
      const changes: string[] = [];
      const unsubscribe = editor.onDidChange((path) => changes.push(path));

      editor.setUnsavedContent('./a.md', 'in the editor');
      const unsaved = await editor.getDocument('a.md');
      editor.setUnsavedContent('a.md', 'in the editor');

      expect(unsaved).toMatchObject({ path: 'a.md', content: 'in the editor', isUnsaved: true, language: 'markdown' });
      expect(await editor.getDocument('a.md')).toBe(unsaved);
      expect(await editor.readRange('a.md', 3, 6)).toBe('the');
      expect(editor.listUnsaved()).toEqual(['a.md']);

      editor.setUnsavedContent('a.md', 'changed');
      expect((await editor.getDocument('a.md')).version).not.toBe(unsaved.version);
      editor.setUnsavedContent('a.md', undefined);
      editor.setUnsavedContent('a.md', undefined);
      expect(await editor.getContent('a.md')).toBe('on disk');
      expect(editor.listUnsaved()).toEqual([]);
      expect(changes).toEqual(['a.md', 'a.md', 'a.md']);

      unsubscribe();
      unsubscribe();
      editor.setUnsavedContent('a.md', 'again');
      expect(changes).toHaveLength(3);
    });

    it('can belong to a file that does not exist yet', async () => {
      await mkdir(join(root, 'docs'));
      await symlink('docs', join(root, 'handbook'));
      const editor = editorWith();

      editor.setUnsavedContent('handbook/new/b.md', 'new');
      editor.setUnsavedContent(join(root, 'a.md'), '');

      expect((await editor.getDocument('docs/new/b.md')).path).toBe('docs/new/b.md');
      expect(await editor.getContent('a.md')).toBe('');
      expect(editor.listUnsaved()).toEqual(['a.md', 'docs/new/b.md']);
    });

    it('obey the guard, also one whose rules came later', async () => {
      await write('.env', 'KEY=1');
      await symlink('.env', join(root, 'notes.md'));
      const editor = editorWith({ maxFileSizeBytes: 10 });

      for (const path of ['.env', 'notes.md', '../a.md', '/elsewhere/a.md', 'a\0.md', 'C:\\a.md', '']) {
        expect(() => {
          editor.setUnsavedContent(path, 'x');
        }).toThrow();
      }
      expect(() => {
        editor.setUnsavedContent('large.md', 'é'.repeat(6));
      }).toThrow('has 12 bytes');
      expect(editor.listUnsaved()).toEqual([]);

      editor.setUnsavedContent('draft.md', 'x');
      await write('.agentignore', 'draft.md');
      expect(await codeOf(editor.getDocument('draft.md'))).toBe('path-denied');
      editor.setUnsavedContent('draft.md', undefined);
      expect(editor.listUnsaved()).toEqual([]);
    });

    it('tell lone surrogates apart', async () => {
      const editor = editorWith();
      editor.setUnsavedContent('a.md', '\ud800');
      const first = await editor.getDocument('a.md');

      editor.setUnsavedContent('a.md', '\ud801');

      expect((await editor.getDocument('a.md')).version).not.toBe(first.version);
    });

    it('a listener that throws is logged and hinders nobody', () => {
      const editor = editorWith();
      const listener = jest.fn();
      editor.onDidChange(() => {
        throw new TypeError('broken');
      });
      editor.onDidChange(listener);

      editor.setUnsavedContent('a.md', 'x');

      expect(listener).toHaveBeenCalledWith('a.md');
      expect(logger.templates('error')).toEqual(['A listener to unsaved changes failed for {path}']);
    });
  });
});
