import { type Dirent, existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { GitRun } from '../git/find-repository.js';
import type { PackedTexts } from '../listing/packed-texts.js';
import { FolderWatch } from './folder-watch.js';
import { unignoredFolders } from './unignored-folders.js';

/** Minimum number of listings before watching: such a process will list again. */
const minListings = 2;

/** Maximum number of watched folders: all processes of a user share a limited number of watches. */
const maxFolders = 10_000;

/**
 * Maximum age of a listing. Limits the delay of changes that cannot be watched, such as git's rules outside of the
 * workspace.
 */
const maxAgeMs = 30_000;

/**
 * Time that the first caller waits if the system reports no changes, as in some sandboxes; later callers do not wait.
 */
const catchUpTimeoutMs = 2_000;

/** Folders found by a complete listing. */
export class MetFolders {
  /** Folders of the workspace, relative to it, with a slash at the end. */
  readonly listed: string[] = [];
  /** Folders without files of the workspace, in which such files may appear. */
  readonly unlisted: string[] = [];
  /** File sizes, in bytes. */
  readonly sizes = new Set<number>();
  /** Whether a folder below the workspace's has a repository. */
  hasInnerRepository = false;

  /** @param buildFolders folders whose new files are left out; complete when the listing has ended */
  constructor(readonly buildFolders: ReadonlySet<string>) {}

  /** @param entries entries of the folder */
  enter(prefix: string, entries: readonly Dirent[]): void {
    this.listed.push(prefix);
    if (prefix !== '' && entries.some(({ name }) => name === '.git')) this.hasInnerRepository = true;
  }
}

/** A listing whose folders are watched. */
interface WatchedListing {
  readonly packed: PackedTexts;
  readonly sizes: ReadonlySet<number>;
  readonly rootId: string;
  readonly atMs: number;
}

/**
 * Detects whether a new listing would equal the last one, by watching its folders. Works in a process that lists
 * repeatedly, on Linux, for a workspace that is the top of a repository, or in none.
 */
export class ListingWatch {
  private watch: FolderWatch | undefined;
  private listings = 0;
  private epoch = 0;
  private last: WatchedListing | undefined;
  private following: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();

  constructor(private readonly services: Omit<GitRun, 'signal'>) {}

  /**
   * See `IWorkspaceListing.version`.
   *
   * @param readPacked reads the stored packed texts
   */
  async version(readPacked: () => Promise<PackedTexts>): Promise<string | undefined> {
    await this.following;
    const { watch, last } = this;
    if (watch === undefined || last === undefined) return undefined;
    const { clock, root } = this.services;
    const packed = await readPacked();
    const isCaughtUp = await watch.catchUp({ clock, timeoutMs: catchUpTimeoutMs });
    if (!isCaughtUp || last.rootId !== idOf(root) || last !== this.last) return undefined;
    const isOld = clock.monotonicMs() - last.atMs > maxAgeMs;
    if (isOld || packed.differsFrom(last.packed, last.sizes)) {
      // Invalidates all earlier versions.
      this.epoch += 1;
      this.last = { ...last, packed, atMs: clock.monotonicMs() };
    }
    return `${this.epoch}:${watch.changes}`;
  }

  /** Starts to watch the folders of a completed listing, in the background. */
  noteListing(met: MetFolders, packed: PackedTexts): void {
    this.listings += 1;
    if (this.listings < minListings || this.closing.signal.aborted) return;
    this.following = this.following.then(() => this.follow(met, packed)).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.following;
    this.watch?.close();
  }

  private async follow(met: MetFolders, packed: PackedTexts): Promise<void> {
    const { clock, root } = this.services;
    const atMs = clock.monotonicMs();
    this.last = undefined;
    this.watch ??= new FolderWatch();
    if (!this.watch.isWorking) return;
    const folders = await this.foldersOf(met);
    this.closing.signal.throwIfAborted();
    if (folders === undefined) {
      this.watch.follow(new Set());
      return;
    }
    const isHeard = this.watch.follow(folders);
    const rootId = idOf(root);
    if (isHeard && rootId !== undefined) this.last = { packed, sizes: met.sizes, rootId, atMs };
  }

  /** All folders that can affect the listing; `undefined` if they cannot be determined, or are too many. */
  private async foldersOf({
    listed,
    unlisted,
    hasInnerRepository,
    buildFolders,
  }: MetFolders): Promise<ReadonlySet<string> | undefined> {
    const { root } = this.services;
    const repository = repositoryFolders(root);
    if (repository === undefined || hasInnerRepository) return undefined;
    const folders = new Set([...listed.map((prefix) => resolve(root, prefix)), ...repository]);
    // Outside of a repository, the listing itself applies the rules to every folder.
    const unknown = repository.length === 0 ? [] : unlisted.map((prefix) => prefix.slice(0, -1));
    const run = { ...this.services, signal: this.closing.signal };
    const limits = { buildFolders, maxFolders: maxFolders - folders.size };
    const { paths, isWhole } = await unignoredFolders(unknown, { ...run, ...limits });
    for (const path of paths) folders.add(join(root, path));
    return !isWhole || folders.size > maxFolders ? undefined : folders;
  }
}

/**
 * Git's own folders that a listing depends on; none without a repository, `undefined` if they are elsewhere, as for a
 * workspace inside a repository.
 */
function repositoryFolders(root: string): readonly string[] | undefined {
  const inside = join(root, '.git');
  const stats = lstatSync(inside, { bigint: true, throwIfNoEntry: false });
  if (stats !== undefined) {
    if (!stats.isDirectory()) return undefined;
    const info = join(inside, 'info');
    return existsSync(info) ? [inside, info] : [inside];
  }
  for (let folder = root; dirname(folder) !== folder; folder = dirname(folder)) {
    if (existsSync(join(dirname(folder), '.git'))) return undefined;
  }
  return [];
}

function idOf(folder: string): string | undefined {
  const stats = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`;
}
