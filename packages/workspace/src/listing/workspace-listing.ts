import 'reflect-metadata';
import { type Dirent, type Stats, lstatSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import {
  type CallOptions,
  IClock,
  ILogger,
  IStateFolder,
  type IWorkspaceListing,
  type ListOptions,
  type ListedFile,
  LexichordError,
  ErrorCode,
  workspaceConfigurationPath,
} from '@lexichord/abstractions';
import { Turns } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { languageOf } from '../editor/language-of.js';
import { isInsideOfRepository } from '../git/bare-repository.js';
import type { GitRun } from '../git/find-repository.js';
import { displayPath } from '../guard/display-path.js';
import { errnoOf } from '../guard/file-system-errors.js';
import { IWorkspaceFiles } from '../guard/workspace-files.js';
import { ListingWatch, MetFolders } from '../watch/listing-watch.js';
import { unignoredFolders } from '../watch/unignored-folders.js';
import { GitListing } from './git-listing.js';
import { IgnoreRules } from './ignore-rules.js';
import { PackedTexts } from './packed-texts.js';
import { toolFolders } from '../git/tool-folders.js';

/** Time limit for git in all repositories of a workspace: more than a million files take on a busy machine. */
const gitTimeoutMs = 10_000;

/** Maximum number of folders without files that are reported. */
const maxEmptyFolders = 10_000;

/** Whether names that differ only in case or Unicode composition are the same, as on these systems. */
const foldsNames = process.platform === 'win32' || process.platform === 'darwin';

type Warn = NonNullable<ListOptions['onWarning']>;

interface Folder {
  /** Path relative to the workspace, with a slash at the end; empty for the root. */
  readonly prefix: string;
  /** Ends with a separator. */
  readonly absolutePath: string;
  /** Takes precedence over `rules`. */
  readonly git: GitListing;
  /** Used if git does not answer; read on first use. */
  readonly rules: () => IgnoreRules;
  readonly packed: PackedTexts;
  readonly met: MetFolders;
  /** Called with a folder that could not be read completely, and the error. */
  readonly onUnread: (prefix: string, error: unknown) => void;
}

/**
 * Lists the files of the workspace that git does not ignore and the guard allows. Packed texts are skipped as copies.
 */
@injectable()
export class WorkspaceListing implements IWorkspaceListing {
  private readonly log: ILogger;
  private watch: ListingWatch | undefined;

  constructor(
    @inject(IWorkspaceFiles) private readonly files: IWorkspaceFiles,
    @inject(IClock) private readonly clock: IClock,
    @inject(ILogger) log: ILogger,
    @inject(IStateFolder, { isOptional: true }) private readonly state?: IStateFolder,
  ) {
    this.log = log.forSource('WorkspaceListing');
  }

  async *list({ paths, onWarning, onUnreadFolder, onFolder, signal }: ListOptions = {}): AsyncGenerator<ListedFile> {
    signal?.throwIfAborted();
    const turns = new Turns(signal);
    this.files.refreshRules();
    const packed = await this.readPacked();
    const warn = this.warnOnce(onWarning);
    const git = this.askGit(warn, signal);
    const met = new MetFolders(git.buildFolders);
    // Lasting, because files of rules are in watched folders.
    const onWarningOfRules = (warning: string): void => warn(warning, { isLasting: true });
    const reading = { foldsCase: foldsNames, onWarning: onWarningOfRules };
    const rules = lazily(() => IgnoreRules.above(this.files.root, reading));
    const onUnread = (prefix: string, error: unknown): void => {
      if (isGone(error)) return;
      warn(unreadWarning(prefix, error), { isLasting: prefix !== '' && isForbidden(error) });
      onUnreadFolder?.(prefix);
    };
    const root = this.enter({ prefix: '', git, rules, packed, met, onUnread });
    if (paths === undefined) {
      yield* this.walk(root, turns);
      if (onFolder !== undefined) for (const path of await this.foldersIn(met, signal)) onFolder(path);
      this.watch ??= new ListingWatch({ root: this.files.root, timeoutMs: gitTimeoutMs, clock: this.clock });
      this.watch.noteListing(met, packed);
      return;
    }
    for (const path of outermost(paths.map((given) => this.relativeOf(given)))) {
      yield* this.listPath(path, root, turns);
    }
  }

  async version({ signal }: CallOptions = {}): Promise<string | undefined> {
    signal?.throwIfAborted();
    return this.watch?.version(() => this.readPacked());
  }

  /** Stops watching. */
  async dispose(): Promise<void> {
    await this.watch?.close();
  }

  /** Lists a requested file or folder with its contents. Its own name is not matched against the rules. */
  private async *listPath(path: string, root: Folder, turns: Turns): AsyncGenerator<ListedFile> {
    if (path === '') {
      yield* this.walk(root, turns);
      return;
    }
    const names = path.split('/');
    let folder = root;
    for (const name of names.slice(0, -1)) folder = this.enter({ ...folder, prefix: `${folder.prefix}${name}/` });
    const stats = lookUp(join(this.files.root, path));
    if (stats?.isDirectory() === true) {
      yield* this.walk(this.enter({ ...folder, prefix: `${path}/` }), turns);
      return;
    }
    if (stats?.isFile() !== true) {
      throw new LexichordError(
        ErrorCode.notFound,
        `"${displayPath(path)}" is neither a file nor a folder of the workspace.`,
        {
          details: { path: displayPath(path) },
        },
      );
    }
    yield { relativePath: path, sizeBytes: stats.size, modifiedMs: stats.mtimeMs, language: languageOf(path) };
  }

  /** Synchronous, see {@link lookUp}; yields to other work in between. */
  private async *walk(folder: Folder, turns: Turns): AsyncGenerator<ListedFile> {
    // Not recursive: each file would pass through the generators of all parent folders.
    const open = [{ folder, entries: this.readFolder(folder).values() }];
    for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
      const entry = inner.entries.next();
      if (entry.done === true) {
        open.pop();
        continue;
      }
      await turns.yieldToEventLoop();
      const listed = await this.describe(entry.value, inner.folder);
      if (listed === undefined) continue;
      if ('relativePath' in listed) yield listed;
      else open.push({ folder: listed, entries: this.readFolder(listed).values() });
    }
  }

  /** Entries of a folder in the order of paths: a folder `a` sorts as `a/`. */
  private readFolder({ prefix, absolutePath, met, onUnread }: Folder): readonly Dirent[] {
    try {
      const entries = readdirSync(absolutePath, { withFileTypes: true });
      met.enter(prefix, entries);
      // The contents of a bare repository are no documents, and its configuration can contain credentials.
      if (isInsideOfRepository(entries.map(({ name }) => name))) return [];
      const keyed = entries.map((entry) => ({ entry, key: entry.isDirectory() ? `${entry.name}/` : entry.name }));
      return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry);
    } catch (error) {
      onUnread(prefix, error);
      return [];
    }
  }

  /** A folder to walk, or a file; `undefined` for an entry that does not belong to the workspace. */
  private async describe(entry: Dirent, folder: Folder): Promise<ListedFile | Folder | undefined> {
    const relativePath = `${folder.prefix}${entry.name}`;
    if (entry.isDirectory()) {
      const path = `${relativePath}/`;
      if (toolFolders.has(entry.name) || this.files.isDenied(path)) return undefined;
      if (await belongs(path, folder)) return this.enter({ ...folder, prefix: path });
      folder.met.unlisted.push(path);
      return undefined;
    }
    // Users do not search for our own settings, and the words of their comments would match many queries.
    if (relativePath === workspaceConfigurationPath) return undefined;
    if (!entry.isFile() || this.files.isDenied(relativePath) || !(await belongs(relativePath, folder)))
      return undefined;
    const absolutePath = `${folder.absolutePath}${entry.name}`;
    const stats = lookUp(absolutePath, (error) => folder.onUnread(folder.prefix, error));
    // It may have been removed or replaced since the folder was read.
    if (stats?.isFile() !== true) return undefined;
    folder.met.sizes.add(stats.size);
    if (await folder.packed.isHeldBy({ path: absolutePath, sizeBytes: stats.size })) return undefined;
    return { relativePath, sizeBytes: stats.size, modifiedMs: stats.mtimeMs, language: languageOf(relativePath) };
  }

  private async readPacked(): Promise<PackedTexts> {
    return this.state === undefined ? PackedTexts.none : PackedTexts.read(this.state.path);
  }

  private relativeOf(path: string): string {
    return /^\/*(?:\.\/+)*\.?$/u.test(path) ? '' : this.files.locate(path).relativePath;
  }

  private enter(folder: Omit<Folder, 'absolutePath'>): Folder {
    const { prefix, rules } = folder;
    const absolutePath = join(this.files.root, prefix, sep);
    return { ...folder, absolutePath, rules: lazily(() => rules().enter({ absolutePath, prefix })) };
  }

  /** Folders with files, and folders without files that git does not ignore. */
  private async foldersIn(
    { listed, unlisted, buildFolders }: MetFolders,
    signal?: AbortSignal,
  ): Promise<readonly string[]> {
    const empty = unlisted.map((path) => path.slice(0, -1));
    const { paths } = await unignoredFolders(empty, {
      ...this.gitRun(signal),
      buildFolders,
      maxFolders: maxEmptyFolders,
    });
    return [...listed, ...paths.map((path) => `${path}/`).filter((path) => !this.files.isDenied(path))];
  }

  private gitRun(signal = new AbortController().signal): GitRun {
    return { root: this.files.root, timeoutMs: gitTimeoutMs, clock: this.clock, signal };
  }

  private askGit(onWarning: Warn, signal?: AbortSignal): GitListing {
    return new GitListing({ ...this.gitRun(signal), toolFolders, foldsNames, onWarning });
  }

  private warnOnce(onWarning: ListOptions['onWarning']): Warn {
    const reported = new Set<string>();
    return (warning, about) => {
      if (reported.has(warning)) return;
      reported.add(warning);
      this.log.warn('Listing: {warning}', { warning });
      onWarning?.(warning, about);
    };
  }
}

/** @param path path relative to the workspace; a folder's has a slash at the end */
async function belongs(path: string, { git, rules }: Folder): Promise<boolean> {
  return (await git.has(path)) ?? !rules().ignores(path);
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Synchronous: another thread costs ten times the call itself, and a listing makes it for every file. */
function lookUp(path: string, onFailure?: (error: unknown) => void): Stats | undefined {
  try {
    // The path was a file a moment ago, and cached results depend on fractions of a millisecond.
    // eslint-disable-next-line no-restricted-syntax
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    onFailure?.(error);
    return undefined;
  }
}

/** Whether a folder was removed, or replaced by a file, since its parent was read. */
function isGone(error: unknown): boolean {
  const reason = errnoOf(error);
  return reason === 'ENOENT' || reason === 'ENOTDIR';
}

/** Whether an error lasts until the permissions change, which is an event of the parent folder. */
function isForbidden(error: unknown): boolean {
  const reason = errnoOf(error);
  return reason === 'EACCES' || reason === 'EPERM';
}

function unreadWarning(prefix: string, error: unknown): string {
  const folder = prefix === '' ? 'The folder of the workspace' : `The folder "${displayPath(prefix.slice(0, -1))}"`;
  return `${folder} could not be read (${errnoOf(error) ?? 'unknown'}), so its files are not listed. Check its permissions.`;
}

/** Sorted paths, without those inside another one. */
function outermost(paths: readonly string[]): readonly string[] {
  const sorted = [...new Set(paths)].sort();
  return sorted.filter(
    (path) => !sorted.some((other) => other !== path && (other === '' || path.startsWith(`${other}/`))),
  );
}
