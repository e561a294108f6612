import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IWorkspaceListing, LexichordError, ListOptions, ListedFile } from '@lexichord/abstractions';

import { followChanges } from './follow-changes.js';

describe('followChanges', () => {
  let root: string;
  let paths: string[];
  let emptyFolders: string[];
  const listing: IWorkspaceListing = {
    async *list({ onFolder }: ListOptions = {}): AsyncGenerator<ListedFile> {
      await Promise.resolve();
      for (const folder of emptyFolders) onFolder?.(folder);
      for (const relativePath of paths) yield { relativePath, sizeBytes: 1, modifiedMs: 1, language: 'plaintext' };
    },
  };

  let failures: LexichordError[];
  const onFailure = (error: LexichordError): Promise<void> => {
    failures.push(error);
    return Promise.resolve();
  };

  beforeEach(async () => {
    failures = [];
    root = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-watch-')));
    await mkdir(join(root, 'src', 'deep'), { recursive: true });
    await mkdir(join(root, 'dist'));
    paths = ['a.txt', 'src/deep/b.txt'];
    emptyFolders = [];
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

    const following = followChanges({ root, listing, onChange, onFailure, signal: controller.signal });
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

  /** Follows while something is done; `callsUntil` waits for so many calls more than there were. */
  const whileFollowing = async (
    act: (heard: { readonly settle: () => Promise<void>; readonly calls: () => number }) => Promise<void>,
  ): Promise<void> => {
    const controller = new AbortController();
    let calls = 0;
    const onChange = (): Promise<void> => {
      calls += 1;
      return Promise.resolve();
    };
    const following = followChanges({ root, listing, onChange, onFailure, signal: controller.signal });
    /** Until what happened before is dealt with: then only something new is heard. */
    const settle = async (): Promise<void> => {
      for (let [before, quiet] = [calls, 0]; quiet < 20; quiet = calls === before && calls > 0 ? quiet + 1 : 0) {
        before = calls;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    try {
      await act({ settle, calls: () => calls });
    } finally {
      controller.abort();
      await following;
    }
  };

  it('hears of an empty folder that gets a file', async () => {
    emptyFolders = ['empty/'];
    await mkdir(join(root, 'empty'));

    await whileFollowing(async ({ settle, calls }) => {
      await settle();
      const before = calls();
      await changesUntil('empty/d.txt', () => calls() > before);
    });
  });

  it.each(['again', 'at once'])('hears of a folder that goes and comes %s', async (when) => {
    await writeFile(join(root, 'src/deep/b.txt'), 'first');

    await whileFollowing(async ({ settle, calls }) => {
      await settle();
      await rm(join(root, 'src'), { recursive: true });
      const known = paths;
      if (when === 'again') {
        paths = ['a.txt'];
        await settle();
      }
      await mkdir(join(root, 'src/deep'), { recursive: true });
      await writeFile(join(root, 'src/deep/b.txt'), 'second');
      paths = known;
      await settle();
      const before = calls();
      await changesUntil('src/deep/b.txt', () => calls() > before);
    });
  });

  it('looks once more at a new folder when it is watched', async () => {
    await whileFollowing(async ({ settle, calls }) => {
      await settle();
      await mkdir(join(root, 'new'));
      paths = [...paths, 'new/c.txt'];
      const before = calls();
      await settle();
      expect(calls()).toBeGreaterThan(before + 1);
    });
  });

  it('says once that folders cannot be watched, and follows the others', async () => {
    const long = 'x'.repeat(300);
    paths = [...paths, `${long}/c.txt`, `${long}y/d.txt`];

    await whileFollowing(async ({ settle, calls }) => {
      await settle();
      const before = calls();
      await changesUntil('src/deep/b.txt', () => calls() > before);
    });

    expect(failures.map(({ code }) => code)).toEqual(['io-failed']);
    expect(failures[0]?.message).toMatch(/^The folder .* cannot be watched \(ENAMETOOLONG\)/u);
  });

  it('ends at once when it is aborted before it begins, or while nothing happens', async () => {
    const onChange = (): Promise<void> => Promise.resolve();
    await expect(
      followChanges({ root, listing, onChange, onFailure, signal: AbortSignal.abort() }),
    ).resolves.toBeUndefined();

    const controller = new AbortController();
    const following = followChanges({ root, listing, onChange, onFailure, signal: controller.signal });
    setImmediate(() => {
      controller.abort();
    });

    await expect(following).resolves.toBeUndefined();
  });
});
