import { mkdtemp, open, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLexichordError } from '@lexichord/abstractions';
import { SystemClock } from '@lexichord/platform';
import { parseOptions } from '@lexichord/platform/internal';
import { RecordingLogger } from '@lexichord/testing';

import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { FileEditorService } from './file-editor-service.js';

describe('FileEditorService and places in files of any size', () => {
  let root: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-editor-')));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  const editorWith = (options: object = {}): FileEditorService => {
    const logger = new RecordingLogger();
    const parsed = parseOptions(workspaceOptionsSchema, { root, ...options }, 'options');
    return new FileEditorService(new WorkspaceGuard(parsed, logger), parsed, new SystemClock(), logger);
  };

  const write = (path: string, content: string): Promise<void> => writeFile(join(root, path), content);

  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    const outcome: unknown = await work.then(
      () => 'allowed',
      (error: unknown) => error,
    );
    return isLexichordError(outcome) ? outcome.code : String(outcome);
  };

  it('SBD-072 §8: reads and finds places at the end of a file of 200 MB in bounded memory', async () => {
    const sizeBytes = 200_000_000;
    const tail = '\né😀\nthe end';
    const file = await open(join(root, 'large.txt'), 'w');
    const piece = Buffer.alloc(1_000_000, 'a');
    for (let written = 0; written < sizeBytes; written += piece.length) await file.write(piece);
    await file.write(`${'é'.repeat(8_192)}\n`, 0);
    await file.write(tail, sizeBytes);
    await file.close();
    const units = sizeBytes - 8_192 + tail.length;
    const editor = editorWith();
    const before = process.memoryUsage();

    const end = await editor.readRange('large.txt', units - 10, units + 100);
    const found = await editor.findPosition('large.txt', { line: 4, column: 5 });

    const after = process.memoryUsage();
    expect(end).toBe('😀\nthe end');
    expect(found).toEqual({ offset: units - 3, position: { line: 4, column: 5 } });
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(8_000_000);
    expect(after.rss - before.rss).toBeLessThan(100_000_000);
  });

  it('finds a line and column, and the nearest place for one that is not there', async () => {
    await write('a.md', '\ufeffone\r\ntwo 😀\rthree');
    const editor = editorWith({ maxFileSizeBytes: 5 });
    const at = (line: number, column: number) => editor.findPosition('a.md', { line, column });

    expect(await at(2, 5)).toEqual({ offset: 9, position: { line: 2, column: 5 } });
    expect(await at(2, 99)).toEqual({ offset: 11, position: { line: 2, column: 7 } });
    expect(await at(4, 1)).toEqual({ offset: 17, position: { line: 3, column: 6 } });
  });

  it('finds positions in unsaved and in cached text as in the file', async () => {
    await write('a.md', 'one\ntwo');
    await utimes(join(root, 'a.md'), 1_700_000_000.5, 1_700_000_000.5);
    const editor = editorWith();
    const onDisk = await editor.findPosition('a.md', { line: 2, column: 2 });
    await editor.getDocument('a.md');
    const cached = await editor.findPosition('a.md', { line: 2, column: 2 });

    editor.setUnsavedContent('a.md', 'a longer\ntwo');
    const unsaved = await editor.findPosition('a.md', { line: 2, column: 2 });

    expect(onDisk).toEqual({ offset: 5, position: { line: 2, column: 2 } });
    expect(cached).toEqual(onDisk);
    expect(unsaved).toEqual({ offset: 10, position: { line: 2, column: 2 } });
  });

  it('refuses positions that are none, and files that the guard or the sniffer refuses', async () => {
    await write('a.md', 'one');
    await write('a.bin', '\0');
    const editor = editorWith();
    const codeAt = (path: string, line: number, column = 1) => codeOf(editor.findPosition(path, { line, column }));

    expect(await codeAt('a.md', 0)).toBe('invalid-argument');
    expect(await codeAt('a.md', 1, Number.NaN)).toBe('invalid-argument');
    expect(await codeAt('.env', 1)).toBe('path-denied');
    expect(await codeAt('none.md', 1)).toBe('not-found');
    expect(await codeAt('a.bin', 1)).toBe('binary-file');
    const position = { line: 1, column: 1 };
    expect(await codeOf(editor.findPosition('a.md', position, { signal: AbortSignal.abort('stop') }))).toBe('stop');
  });
});
