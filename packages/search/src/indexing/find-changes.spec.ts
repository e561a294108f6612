import type { ListedFile } from '@lexichord/abstractions';

import type { FileRow } from '../store/index-tables.js';
import { ChangeFinder } from './find-changes.js';

const now = 1_000_000;

function listed(relativePath: string, modifiedMs = 0): ListedFile {
  return { relativePath, sizeBytes: 10, modifiedMs, language: 'text' };
}

function known(filePath: string, given: Partial<FileRow> = {}): [string, FileRow] {
  const row = { filePath, sizeBytes: 10, modifiedMs: 0, contentHash: 'hash', chunksHash: 'chunks', chunks: 1 };
  return [filePath, { ...row, ...given }];
}

async function* listing(files: readonly ListedFile[]): AsyncGenerator<ListedFile> {
  for (const file of files) yield await Promise.resolve(file);
}

interface Changes {
  readonly toRead: readonly ListedFile[];
  readonly isWritten: boolean;
  readonly unchanged: number;
  readonly missing: readonly string[];
}

async function changesOf(files: readonly ListedFile[], rows: readonly [string, FileRow][]): Promise<Changes> {
  const onChange = jest.fn();
  const onListed = jest.fn();
  const finder = new ChangeFinder({ known: new Map(rows), maxFileSizeBytes: 100, now, onChange, onListed });
  const toRead: ListedFile[] = [];
  for await (const file of finder.toRead(listing(files))) {
    expect(finder.isComplete).toBe(false);
    toRead.push(file);
  }
  expect(finder).toMatchObject({ isComplete: true, listed: files.length });
  expect(onListed).toHaveBeenCalledTimes(1);
  const missing = finder.missing(
    rows.map(([path]) => path),
    (path) => path !== 'elsewhere',
  );
  return { toRead, isWritten: onChange.mock.calls.length > 0, unchanged: finder.unchanged, missing };
}

describe('ChangeFinder', () => {
  it('expects something to be written for files that are new or have another size or time', async () => {
    expect(await changesOf([listed('a')], [])).toMatchObject({ isWritten: true, unchanged: 0 });
    expect(await changesOf([listed('a', 5)], [known('a')])).toMatchObject({ isWritten: true, unchanged: 0 });
    expect(await changesOf([listed('a')], [known('a', { sizeBytes: 9 })])).toMatchObject({ isWritten: true });
    expect(await changesOf([listed('a')], [known('a')])).toMatchObject({ isWritten: false, unchanged: 1, toRead: [] });
  });

  it('expects nothing to be written for files that are read again only to be sure', async () => {
    const fresh = listed('a', now - 1_000);
    expect(await changesOf([fresh], [known('a', { modifiedMs: fresh.modifiedMs })])).toMatchObject({
      toRead: [fresh],
      isWritten: false,
    });
    expect(await changesOf([listed('a')], [known('a', { contentHash: 'none:io-failed' })])).toMatchObject({
      toRead: [listed('a')],
      isWritten: false,
    });
  });

  it('misses what is indexed and listed no more, as far as it was looked for', async () => {
    const rows = [known('z'), known('b'), known('a'), known('elsewhere')];

    expect(await changesOf([listed('b')], rows)).toMatchObject({ missing: ['a', 'z'], unchanged: 1 });
  });
});
