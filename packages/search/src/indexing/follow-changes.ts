import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { IWorkspaceListing } from '@lexichord/abstractions';

/** Changes within this time are dealt with together: an editor saves in several steps, and git writes many files. */
const quietMs = 200;

/** What following needs. */
export interface FollowContext {
  /** Absolute. */
  readonly root: string;
  readonly listing: IWorkspaceListing;
  /** Deals with what has changed. Must not reject. */
  readonly onChange: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Calls `onChange` after every change in a folder that holds files of the workspace, until the signal aborts. Ignored
 * folders are not watched, so a build does not wake anybody up.
 */
export async function followChanges({ root, listing, onChange, signal }: FollowContext): Promise<void> {
  const { watch } = await import('chokidar');
  const folders = await listFolders(root, listing);
  const watcher = watch([...folders], { depth: 0, ignoreInitial: true, followSymlinks: false });
  try {
    const changes = new Wakeup();
    watcher.on('all', () => changes.wake());
    // What changed before the watcher was ready was seen by nobody.
    watcher.on('ready', () => changes.wake());
    signal.addEventListener('abort', () => changes.wake(), { once: true });
    // It may have been aborted before anybody listened.
    if (signal.aborted) changes.wake();
    for (;;) {
      await changes.next();
      // It rejects when it is aborted, which is seen next.
      await sleep(quietMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      changes.forget();
      await onChange();
      // New folders are watched from now on; those that have gone are forgotten by the watcher itself.
      for (const folder of await listFolders(root, listing)) {
        if (folders.has(folder)) continue;
        folders.add(folder);
        watcher.add(folder);
      }
    }
  } finally {
    await watcher.close();
  }
}

/** Remembers that something happened until somebody asks. */
class Wakeup {
  private isAwake = false;
  private resolve: (() => void) | undefined;

  wake(): void {
    this.isAwake = true;
    this.resolve?.();
  }

  forget(): void {
    this.isAwake = false;
  }

  next(): Promise<void> {
    if (this.isAwake) return Promise.resolve();
    return new Promise((resolve) => (this.resolve = resolve));
  }
}

/** Absolute paths of the folders that hold files, and of those that hold such folders. */
async function listFolders(root: string, listing: IWorkspaceListing): Promise<Set<string>> {
  const folders = new Set<string>([root]);
  for await (const { relativePath } of listing.list()) {
    for (let folder = dirname(relativePath); folder !== '.'; folder = dirname(folder)) folders.add(join(root, folder));
  }
  return folders;
}
