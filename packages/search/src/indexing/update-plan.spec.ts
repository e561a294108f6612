import type { IWorkspaceListing, ListedFile } from '@lexichord/abstractions';

import type { FileRow } from '../store/index-tables.js';
import { scopeOf, UpdatePlan } from './update-plan.js';

const now = 1_000_000;

function listed(relativePath: string, modifiedMs = 0): ListedFile {
  return { relativePath, sizeBytes: 10, modifiedMs, language: 'text' };
}

function indexed(filePath: string, given: Partial<FileRow> = {}): [string, FileRow] {
  const row = { filePath, sizeBytes: 10, modifiedMs: 0, contentHash: 'hash', chunksHash: 'chunks', chunks: 1 };
  return [filePath, { ...row, ...given }];
}

async function* each(files: readonly ListedFile[]): AsyncGenerator<ListedFile> {
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
  const listing = { list: () => each(files) } as unknown as IWorkspaceListing;
  const rules = {
    listing,
    root: '/work',
    paths: ['a', 'b', 'z'],
    indexedFiles: new Map(rows),
    maxFileSizeBytes: 100,
    now,
  };
  const plan = new UpdatePlan({ ...rules, isDenied: () => false, onChange, onListed });
  const toRead: ListedFile[] = [];
  for await (const file of plan.filesToRead()) toRead.push(file);
  expect(onListed).toHaveBeenCalledTimes(1);
  expect(onListed).toHaveBeenCalledWith({ files: files.length, unchanged: plan.unchanged });
  const missing = plan.missing(rows.map(([path]) => path));
  return { toRead, isWritten: onChange.mock.calls.length > 0, unchanged: plan.unchanged, missing };
}

describe('UpdatePlan', () => {
  it('expects something to be written for files that are new or have another size or time', async () => {
    expect(await changesOf([listed('a')], [])).toMatchObject({ isWritten: true, unchanged: 0 });
    expect(await changesOf([listed('a', 5)], [indexed('a')])).toMatchObject({ isWritten: true, unchanged: 0 });
    expect(await changesOf([listed('a')], [indexed('a', { sizeBytes: 9 })])).toMatchObject({ isWritten: true });
    expect(await changesOf([listed('a')], [indexed('a')])).toMatchObject({
      isWritten: false,
      unchanged: 1,
      toRead: [],
    });
  });

  it('expects nothing to be written for files that are read again only to be sure', async () => {
    const fresh = listed('a', now - 1_000);
    expect(await changesOf([fresh], [indexed('a', { modifiedMs: fresh.modifiedMs })])).toMatchObject({
      toRead: [fresh],
      isWritten: false,
    });
    expect(await changesOf([listed('a')], [indexed('a', { contentHash: 'none:io-failed' })])).toMatchObject({
      toRead: [listed('a')],
      isWritten: false,
    });
  });

  it('misses what is indexed and listed no more, as far as it was looked for', async () => {
    const rows = [indexed('z'), indexed('b'), indexed('a'), indexed('elsewhere')];

    expect(await changesOf([listed('b')], rows)).toMatchObject({ missing: ['a', 'z'], unchanged: 1 });
  });
});

describe('scopeOf', () => {
  it.each([
    [undefined, ['a', 'src/b'], []],
    [['src'], ['src', 'src/b'], ['srcs/a', 'a/src']],
    [['./src/', 'a.md'], ['src/b', 'a.md'], ['a.mdx']],
    [['/project/src'], ['src/b'], ['b', 'project/src/b']],
    [['/project'], ['a', 'src/b'], []],
    [['src/../docs'], ['docs/a'], ['src/a']],
    [['.', 'src'], ['a'], []],
    [[''], ['a'], []],
    [[], [], ['a']],
  ])('%j looks at %j, not at %j', (paths, inside, outside) => {
    const isInScope = scopeOf(paths, '/project');

    expect(inside.filter((path) => !isInScope(path))).toEqual([]);
    expect(outside.filter(isInScope)).toEqual([]);
  });
});
