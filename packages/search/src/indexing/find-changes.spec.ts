import type { ListedFile } from '@lexichord/abstractions';

import type { FileRow } from '../store/index-tables.js';
import { type FileChanges, findChanges } from './find-changes.js';

const now = 1_000_000;

function listed(relativePath: string, modifiedMs = 0): ListedFile {
  return { relativePath, sizeBytes: 10, modifiedMs, language: 'text' };
}

function known(filePath: string, given: Partial<FileRow> = {}): [string, FileRow] {
  const row = { filePath, sizeBytes: 10, modifiedMs: 0, contentHash: 'hash', chunksHash: 'chunks', chunks: 1 };
  return [filePath, { ...row, ...given }];
}

function changesOf(files: readonly ListedFile[], rows: readonly [string, FileRow][]): FileChanges {
  return findChanges(files, new Map(rows), { isInScope: () => true, maxFileSizeBytes: 100, now });
}

describe('findChanges', () => {
  it('expects something to be written for files that are new or have another size or time', () => {
    expect(changesOf([listed('a')], [])).toMatchObject({ isWritten: true, unchanged: 0 });
    expect(changesOf([listed('a', 5)], [known('a')])).toMatchObject({ isWritten: true, unchanged: 0 });
    expect(changesOf([listed('a')], [known('a', { sizeBytes: 9 })])).toMatchObject({ isWritten: true });
    expect(changesOf([listed('a')], [known('a')])).toMatchObject({ isWritten: false, unchanged: 1, toRead: [] });
  });

  it('expects nothing to be written for files that are read again only to be sure', () => {
    const fresh = listed('a', now - 1_000);
    expect(changesOf([fresh], [known('a', { modifiedMs: fresh.modifiedMs })])).toMatchObject({
      toRead: [fresh],
      isWritten: false,
    });
    expect(changesOf([listed('a')], [known('a', { contentHash: 'none:io-failed' })])).toMatchObject({
      toRead: [listed('a')],
      isWritten: false,
    });
  });
});
