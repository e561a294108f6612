import 'reflect-metadata';
import { type Dirent, type Stats, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  IClock,
  ILogger,
  IStateFolder,
  type IWorkspaceListing,
  type ListOptions,
  type ListedFile,
  LexichordError,
  ErrorCode,
} from '@lexichord/abstractions';
import { PackedTexts, Turns } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { languageOf } from '../editor/language-of.js';
import { displayPath } from '../guard/display-path.js';
import { errnoOf } from '../guard/file-system-errors.js';
import { IWorkspaceFiles } from '../guard/workspace-files.js';
import { IgnoreRules } from './ignore-rules.js';
import { TrackedFiles } from './tracked-files.js';

/** Folders of tools that nobody searches, also where no `.gitignore` says so. */
const toolFolders: ReadonlySet<string> = new Set(['.git', '.lexichord', 'node_modules', '__pycache__', '.venv']);

/** More than git needs for a million files on a busy machine. */
const trackedTimeoutMs = 10_000;

interface Folder {
  /** Relative to the workspace, with a slash at the end; empty for the root. */
  readonly prefix: string;
  readonly rules: IgnoreRules;
  /** Then only what git tracks in it counts, whatever its own rules say. */
  readonly isIgnored: boolean;
  readonly tracked: TrackedFiles;
  readonly packed: PackedTexts;
  /** Told once of each file of rules that leaves out more than it says. */
  readonly onWarning: (warning: string) => void;
}

/** Walks the workspace as git would see it, and as the guard allows it. A packed text is a copy, and no file of its own. */
@injectable()
export class WorkspaceListing implements IWorkspaceListing {
  private readonly log: ILogger;

  constructor(
    @inject(IWorkspaceFiles) private readonly files: IWorkspaceFiles,
    @inject(IClock) private readonly clock: IClock,
    @inject(ILogger) log: ILogger,
    @inject(IStateFolder, { isOptional: true }) private readonly state?: IStateFolder,
  ) {
    this.log = log.forSource('WorkspaceListing');
  }

  async *list({ paths, onWarning, signal }: ListOptions = {}): AsyncGenerator<ListedFile> {
    signal?.throwIfAborted();
    const turns = new Turns(signal);
    this.files.refreshRules();
    const packed = this.state === undefined ? PackedTexts.none : await PackedTexts.read(this.state.path);
    const warn = this.warnOnce(onWarning);
    const tracked = this.trackedFiles(warn, signal);
    const start = { prefix: '', rules: IgnoreRules.none, isIgnored: false, tracked, packed, onWarning: warn };
    const root = this.enter(start, ['.git/info/exclude', '.gitignore']);
    if (paths === undefined) {
      yield* this.walk(root, turns);
      return;
    }
    for (const path of outermost(paths.map((given) => this.relativeOf(given)))) {
      yield* this.listPath(path, root, turns);
    }
  }

  /** A file, or a folder with all in it, that was named: its own name is not matched against the rules. */
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

  /** The system is asked on this thread, see {@link lookUp}; others have their turn in between. */
  private async *walk(folder: Folder, turns: Turns): AsyncGenerator<ListedFile> {
    // Not by calling itself: each file would be handed up through all folders above it.
    const open = [{ folder, entries: this.readFolder(folder).values() }];
    for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
      const entry = inner.entries.next();
      if (entry.done === true) {
        open.pop();
        continue;
      }
      await turns.pass();
      const listed = await this.describe(entry.value, inner.folder);
      if (listed === undefined) continue;
      if ('relativePath' in listed) yield listed;
      else open.push({ folder: listed, entries: this.readFolder(listed).values() });
    }
  }

  /** In the order in which paths are compared: a folder `a` sorts as `a/`. */
  private readFolder({ prefix }: Folder): readonly Dirent[] {
    try {
      const entries = readdirSync(join(this.files.root, prefix), { withFileTypes: true });
      const keyed = entries.map((entry) => ({ entry, key: entry.isDirectory() ? `${entry.name}/` : entry.name }));
      return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry);
    } catch (error) {
      this.log.warn('Could not list the folder {path}: {reason}', {
        path: displayPath(prefix),
        reason: errnoOf(error) ?? 'unknown',
      });
      return [];
    }
  }

  /** A folder to walk, or a file; `undefined` for what does not belong to the workspace. */
  private async describe(entry: Dirent, folder: Folder): Promise<ListedFile | Folder | undefined> {
    const relativePath = `${folder.prefix}${entry.name}`;
    if (entry.isDirectory()) {
      const path = `${relativePath}/`;
      if (toolFolders.has(entry.name) || this.files.isDenied(path)) return undefined;
      const isIgnored = folder.isIgnored || folder.rules.ignores(path);
      if (isIgnored && !(await folder.tracked.has(path))) return undefined;
      return this.enter({ ...folder, prefix: path, isIgnored });
    }
    if (!entry.isFile() || this.files.isDenied(relativePath)) return undefined;
    const isIgnored = folder.isIgnored || folder.rules.ignores(relativePath);
    if (isIgnored && !(await folder.tracked.has(relativePath))) return undefined;
    const stats = lookUp(join(this.files.root, relativePath));
    // It may have gone, or become something else, since the folder was read.
    if (stats?.isFile() !== true) return undefined;
    if (await folder.packed.isHeldBy({ path: join(this.files.root, relativePath), sizeBytes: stats.size }))
      return undefined;
    return { relativePath, sizeBytes: stats.size, modifiedMs: stats.mtimeMs, language: languageOf(relativePath) };
  }

  private relativeOf(path: string): string {
    return /^(?:\.?\/*)*$/u.test(path) ? '' : this.files.locate(path).relativePath;
  }

  private enter(folder: Folder, fileNames: readonly string[] = ['.gitignore']): Folder {
    const { prefix, rules, onWarning } = folder;
    const absolutePath = join(this.files.root, prefix);
    return { ...folder, rules: rules.enter({ absolutePath, prefix, fileNames }, onWarning) };
  }

  private trackedFiles(onWarning: (warning: string) => void, signal = new AbortController().signal): TrackedFiles {
    return new TrackedFiles(
      { root: this.files.root, timeoutMs: trackedTimeoutMs, clock: this.clock, signal },
      onWarning,
    );
  }

  private warnOnce(onWarning: ListOptions['onWarning']): (warning: string) => void {
    const told = new Set<string>();
    return (warning) => {
      if (told.has(warning)) return;
      told.add(warning);
      this.log.warn('Listing: {warning}', { warning });
      onWarning?.(warning);
    };
  }
}

/** On this thread: to ask another one costs ten times what the answer does, and a listing asks for every file. */
function lookUp(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Whoever wants to read it is told why that cannot be.
    return undefined;
  }
}

/** Sorted, without those that lie in another one. */
function outermost(paths: readonly string[]): readonly string[] {
  const sorted = [...new Set(paths)].sort();
  return sorted.filter(
    (path) => !sorted.some((other) => other !== path && (other === '' || path.startsWith(`${other}/`))),
  );
}
