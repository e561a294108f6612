import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IWorkspaceListing, ListedFile } from '@lexichord/abstractions';

import { followChanges } from './follow-changes.js';

describe('followChanges', () => {
  let root: string;
  let paths: string[];
  const listing: IWorkspaceListing = {
    async *list(): AsyncGenerator<ListedFile> {
      await Promise.resolve();
      for (const relativePath of paths) yield { relativePath, sizeBytes: 1, modifiedMs: 1, language: 'plaintext' };
    },
  };

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-watch-')));
    await mkdir(join(root, 'src', 'deep'), { recursive: true });
    await mkdir(join(root, 'dist'));
    paths = ['a.txt', 'src/deep/b.txt'];
  });
  afterEach(() => rm(root, { recursive: true }));

  /** Writes until the change is heard of: when a watcher is ready differs from machine to machine. */
  const changesUntil = async (path: string, isHeard: () => boolean): Promise<void> => {
    for (let time = 0; !isHeard(); time += 1) {
      await writeFile(join(root, path), `${time}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  it('calls for changes in folders that hold files, also in new ones, until it is aborted', async () => {
    const controller = new AbortController();
    let calls = 0;
    const onChange = (): Promise<void> => {
      calls += 1;
      return Promise.resolve();
    };

    const following = followChanges({ root, listing, onChange, signal: controller.signal });
    await changesUntil('src/deep/b.txt', () => calls > 0);
    await mkdir(join(root, 'new'));
    paths = [...paths, 'new/c.txt'];
    const before = calls;
    await changesUntil('a.txt', () => calls > before + 1);
    const beforeNew = calls;
    await changesUntil('new/c.txt', () => calls > beforeNew + 1);
    controller.abort();

    await expect(following).resolves.toBeUndefined();
  });

  it('ends at once when it is aborted before it begins, or while nothing happens', async () => {
    const onChange = (): Promise<void> => Promise.resolve();
    await expect(followChanges({ root, listing, onChange, signal: AbortSignal.abort() })).resolves.toBeUndefined();

    const controller = new AbortController();
    const following = followChanges({ root, listing, onChange, signal: controller.signal });
    setImmediate(() => {
      controller.abort();
    });

    await expect(following).resolves.toBeUndefined();
  });
});
