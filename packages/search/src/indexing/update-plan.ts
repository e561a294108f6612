import { isAbsolute, posix, relative } from 'node:path';
import { Readable } from 'node:stream';

import type { CallOptions, IWorkspaceListing, ListedFile, ListingWarning } from '@lexichord/abstractions';
import { comparablePath } from '@lexichord/platform/internal';

import type { FileRow } from '../store/index-tables.js';
import { isWorthAnotherTry } from '../store/stored-hash.js';
import { isRecent } from './read-files.js';

/** Inputs of a plan. */
export interface PlanRules extends CallOptions {
  readonly listing: IWorkspaceListing;
  /** The workspace's folder; `paths` may be absolute within it. */
  readonly root: string;
  /** Files and folders to list; absent: everything. */
  readonly paths?: readonly string[] | undefined;
  /** The guard's rule: denied files leave the index, also in a folder that cannot be read. */
  readonly isDenied: (path: string) => boolean;
  /** Indexed files, by path. */
  readonly indexedFiles: ReadonlyMap<string, FileRow>;
  /** Maximum size in bytes; larger files are not indexed, and are removed from the index. */
  readonly maxFileSizeBytes: number;
  readonly now: number;
  /** Called for each file that is certain to be written. */
  readonly onChange: () => void;
  /** Called when all files were listed. */
  readonly onListed: (listed: { readonly files: number; readonly unchanged: number }) => void;
}

/** Finds the files to read or remove in an update: compares the listed files with the indexed ones. */
export class UpdatePlan {
  /** Warnings about files left out of the listing without a rule of the workspace. */
  readonly warnings: string[] = [];
  /** Whether another listing may find more, although no file has changed. */
  isUncertain = false;
  private readonly paths = new Set<string>();
  private readonly unreadFolders = new Set<string>();
  private unchangedCount = 0;

  constructor(private readonly rules: PlanRules) {}

  /** Number of files listed so far. */
  get listed(): number {
    return this.paths.size;
  }

  /** Number of listed files that need not be read. */
  get unchanged(): number {
    return this.unchangedCount;
  }

  /** Files that are new or possibly changed: only reading them shows it. The listing does not wait for the consumer. */
  filesToRead(): AsyncGenerator<ListedFile> {
    return takeAhead(this.compared());
  }

  /** Whether the whole workspace was listed. */
  get isWhole(): boolean {
    return this.rules.paths === undefined && this.unreadFolders.size === 0;
  }

  /**
   * Returns the paths that are no longer listed, sorted, without those outside of the listed paths or in an unread
   * folder.
   */
  missing(paths: Iterable<string>): readonly string[] {
    const isInScope = scopeOf(this.rules.paths, this.rules.root);
    return [...paths].filter((path) => isInScope(path) && !this.paths.has(path) && !this.isUnread(path)).sort();
  }

  private async *compared(): AsyncGenerator<ListedFile> {
    const { listing, paths, indexedFiles, onChange, onListed, signal } = this.rules;
    const onWarning = (warning: string, { isLasting }: ListingWarning): void => {
      this.warnings.push(warning);
      this.isUncertain ||= !isLasting;
    };
    const onUnreadFolder = (path: string): unknown => this.unreadFolders.add(path);
    for await (const file of listing.list({ paths, signal, onWarning, onUnreadFolder })) {
      this.paths.add(file.relativePath);
      const before = indexedFiles.get(file.relativePath);
      const isSame = before?.sizeBytes === file.sizeBytes && before.modifiedMs === file.modifiedMs;
      if (!isSame) onChange();
      if (isSame && !this.isInDoubt(file, before)) this.unchangedCount += 1;
      else yield file;
    }
    onListed({ files: this.listed, unchanged: this.unchanged });
  }

  /** Whether it is unknown if the file still exists. */
  private isUnread(path: string): boolean {
    const folders = this.unreadFolders;
    if (folders.size === 0 || this.rules.isDenied(path)) return false;
    if (folders.has('')) return true;
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      if (folders.has(path.slice(0, end + 1))) return true;
    }
    return false;
  }

  private isInDoubt(file: ListedFile, before: FileRow): boolean {
    const { maxFileSizeBytes } = this.rules;
    if (isRecent(file, this.rules) || isWorthAnotherTry(before)) return true;
    return before.chunks > 0 && before.sizeBytes > maxFileSizeBytes;
  }
}

/**
 * Makes a test whether a path is within the listed paths.
 *
 * @param paths files and folders, relative to the root or absolute in it; absent: everything
 */
export function scopeOf(paths: readonly string[] | undefined, root: string): (path: string) => boolean {
  if (paths === undefined) return () => true;
  const scopes = paths.map((path) => {
    const inside = isAbsolute(path) ? relative(root, path) : path;
    return posix.normalize(comparablePath(inside)).replace(/^\.?\/+|\/+$/gu, '');
  });
  if (scopes.some((scope) => scope === '' || scope === '.')) return () => true;
  const isIn = (path: string): boolean => scopes.some((scope) => path === scope || path.startsWith(`${scope}/`));
  return (path) => isIn(comparablePath(path));
}

/** Yields all items in their order, reading them ahead of the consumer without a limit. */
export async function* takeAhead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* Readable.from(items, { highWaterMark: Number.MAX_SAFE_INTEGER }) as AsyncIterable<Item>;
}
