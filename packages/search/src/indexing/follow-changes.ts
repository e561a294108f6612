import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { ErrorCode, type IWorkspaceListing, LexichordError } from '@lexichord/abstractions';
import type { FSWatcher } from 'chokidar';

/** Period in which changes are handled together: an editor saves in several steps, and git writes many files. */
const quietMs = 200;

/** Options of following changes. */
export interface FollowContext {
  /** Absolute. */
  readonly root: string;
  readonly listing: IWorkspaceListing;
  /** Handles the changes. Must not reject. */
  readonly onChange: () => Promise<void>;
  /** Called for the first folder that cannot be watched: changes in such folders are not noticed. */
  readonly onFailure: (error: LexichordError) => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Calls `onChange` after every change in a folder that contains files of the workspace, or could contain some, until
 * the signal aborts. Ignored folders are not watched, so a build starts no update.
 */
export async function followChanges({ root, listing, onChange, onFailure, signal }: FollowContext): Promise<void> {
  const changes = new Wakeup();
  const watch = new FoldersWatch(changes);
  try {
    await watch.follow(await listFolders(root, listing));
    signal.addEventListener('abort', () => changes.wake(), { once: true });
    // The signal may have been aborted before the listener was added.
    if (signal.aborted) changes.wake();
    for (;;) {
      await changes.next();
      // An abort rejects; it is checked next.
      await sleep(quietMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      changes.forget();
      await onChange();
      const failure = watch.takeFailure();
      if (failure !== undefined) await onFailure(failure);
      await watch.follow(await listFolders(root, listing));
    }
  } finally {
    await watch.close();
  }
}

/** A watched folder. */
interface WatchedFolder {
  /** Differs for another folder of the same name. */
  readonly id: string | undefined;
  readonly watcher: FSWatcher;
}

/** Watches folders with one watcher each, so that a folder can be removed and watched again when it reappears. */
class FoldersWatch {
  private readonly watched = new Map<string, WatchedFolder>();
  private readonly unready = new Set<FSWatcher>();

  private failure: LexichordError | undefined;
  private hasFailed = false;

  constructor(private readonly changes: Wakeup) {}

  /** Returns the first failure, once. */
  takeFailure(): LexichordError | undefined {
    const { failure } = this;
    this.failure = undefined;
    return failure;
  }

  /** Watches exactly these folders. */
  async follow(folders: ReadonlySet<string>): Promise<void> {
    const { watch } = await import('chokidar');
    for (const [folder, { id, watcher }] of this.watched) {
      if (folders.has(folder) && idOf(folder) === id) continue;
      this.watched.delete(folder);
      await watcher.close();
      this.noteReady(watcher);
    }
    for (const folder of folders) {
      if (this.watched.has(folder)) continue;
      const id = idOf(folder);
      const watcher = watch(folder, { depth: 0, ignoreInitial: true, followSymlinks: false });
      watcher.on('all', () => this.changes.wake());
      watcher.on('ready', () => {
        this.noteReady(watcher);
      });
      watcher.on('error', (error) => this.noteFailure(folder, error));
      this.unready.add(watcher);
      this.watched.set(folder, { id, watcher });
    }
  }

  /** Changes before a folder was watched were missed, so all are checked again when the last watcher is ready. */
  private noteReady(watcher: FSWatcher): void {
    if (this.unready.delete(watcher) && this.unready.size === 0) this.changes.wake();
  }

  /** Keeps only the first failure: a system without free watchers reports one for every folder. */
  private noteFailure(folder: string, error: unknown): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    this.failure = new LexichordError(
      ErrorCode.ioFailed,
      `The folder ${folder} cannot be watched (${code}), and others may not be either: their changes are indexed by the next "lexichord index". On Linux, fs.inotify.max_user_watches may be too small.`,
    );
    this.changes.wake();
  }

  async close(): Promise<void> {
    await Promise.all([...this.watched.values()].map(({ watcher }) => watcher.close()));
  }
}

/** The identity of a folder. The inode of a removed folder may be reused at once, so its creation time is included. */
function idOf(folder: string): string | undefined {
  try {
    const { dev, ino, birthtimeNs } = lstatSync(folder, { bigint: true });
    return `${dev}:${ino}:${birthtimeNs}`;
  } catch {
    return undefined;
  }
}

/** Remembers an event until the next request. */
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

/** Absolute paths of the folders that contain files, or could, and of their parents. */
async function listFolders(root: string, listing: IWorkspaceListing): Promise<ReadonlySet<string>> {
  const folders = new Set<string>([root]);
  const onFolder = (path: string): unknown => folders.add(resolve(root, path));
  for await (const { relativePath } of listing.list({ onFolder })) {
    for (let folder = dirname(relativePath); folder !== '.'; folder = dirname(folder)) folders.add(join(root, folder));
  }
  return folders;
}
