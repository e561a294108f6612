import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { ListOptions } from '@lexichord/abstractions';

import { displayPath } from '../guard/display-path.js';
import { type GitRun, type NoHistoryReason, elsewhereRemedy } from '../git/find-repository.js';
import { type RepositoryPaths, isIgnored, readRepositoryPaths } from '../git/read-repository-paths.js';
import { leftOutWarning, UnruledBuildFolders } from '../git/build-folders.js';

/** Maximum number of repositories: each costs a process, and a hostile workspace may have any number. */
const maxRepositories = 100;

/** Failures of git that may pass without a change of the workspace. */
const passingTroubles: ReadonlySet<NoHistoryReason> = new Set(['timeout', 'failed']);

/** Reasons for a missing answer of git that are reported, because there may be files. */
const troubles: ReadonlySet<NoHistoryReason> = new Set([
  ...passingTroubles,
  ...(['foreign-owner', 'leads-elsewhere', 'no-work-tree'] as const),
]);

const inTheOthers = 'In the others, only .gitignore files are applied.';

/** Options of git's part in a listing. The time limit is for all of its commands together. */
export interface GitQuestion extends GitRun {
  /** Names of folders that are never listed. */
  readonly toolFolders: Iterable<string>;
  /** Whether paths that differ only in case or Unicode composition name the same file, as on Windows and macOS. */
  readonly foldsNames: boolean;
  /** Receives a sentence when git does not answer. */
  readonly onWarning: NonNullable<ListOptions['onWarning']>;
}

/**
 * Snapshot of the paths of a workspace, and of the repositories inside it, that git does not ignore. A repository is
 * queried at the first lookup of one of its paths.
 */
export class GitListing {
  /** By path of a repository in the workspace, with a slash at the end; empty for the repository of the workspace. */
  private readonly repositories = new Map<string, Promise<RepositoryPaths | undefined>>();

  /**
   * Folders of build output found so far, whose new files are left out; relative to the workspace, ending in a slash.
   */
  readonly buildFolders = new Set<string>();

  /** Remaining time for git. Other work of the listing does not count. */
  private leftMs: number;

  constructor(private readonly question: GitQuestion) {
    this.leftMs = question.timeoutMs;
  }

  /**
   * Whether a file is tracked, or new and not ignored; for a folder, whether it contains such a file.
   *
   * @param path path relative to the workspace; a folder's has a slash at the end
   * @returns `undefined` if git does not answer: without git or a repository, or after the time limit
   * @throws the signal's reason
   */
  async has(path: string): Promise<boolean | undefined> {
    for (let repository = ''; ;) {
      const known = await this.pathsIn(repository);
      if (known === undefined) return undefined;
      const inner = path.slice(repository.length);
      const paths = inner === '' || inner.endsWith('/') ? known.folders : known.files;
      if (paths.has(this.keyOf(inner))) return true;
      const nested = this.repositoryAbove(inner, known);
      if (nested === undefined) return false;
      repository += nested;
    }
  }

  private pathsIn(repository: string): Promise<RepositoryPaths | undefined> {
    const cached = this.repositories.get(repository);
    if (cached !== undefined) return cached;
    if (this.repositories.size >= maxRepositories) {
      this.question.onWarning(`Git lists the files of at most ${maxRepositories} repositories. ${inTheOthers}`, {
        isLasting: true,
      });
      return Promise.resolve(undefined);
    }
    if (this.leftMs <= 0) {
      const seconds = this.question.timeoutMs / 1_000;
      this.question.onWarning(`Git took more than ${seconds} seconds for the repositories here. ${inTheOthers}`, {
        isLasting: false,
      });
      return Promise.resolve(undefined);
    }
    const asking = this.ask(repository);
    this.repositories.set(repository, asking);
    return asking;
  }

  private async ask(repository: string): Promise<RepositoryPaths | undefined> {
    const root = join(this.question.root, repository);
    // A submodule that is not checked out: git would list the enclosing repository.
    if (repository !== '' && !existsSync(join(root, '.git'))) return undefined;
    const { toolFolders, onWarning } = this.question;
    const output = new UnruledBuildFolders(root);
    const leftOut = { toolFolders, buildFolderOf: (path: string) => output.holding(path) };
    const where = repository === '' ? '' : ` in ${displayPath(repository)}`;
    const found = await this.timed(root, (run) => readRepositoryPaths(run, leftOut));
    if (typeof found !== 'string') {
      // The workspace itself is ignored: a user who opens it wants its files.
      if (repository === '' && found.folders.size === 0 && (await this.timed(root, isIgnored))) return undefined;
      for (const folder of found.buildFolders) this.buildFolders.add(`${repository}${folder}`);
      if (found.buildFolders.size > 0) onWarning(leftOutWarning(found.buildFolders, where), { isLasting: true });
      return this.withKeys(found);
    }
    if (troubles.has(found)) {
      const remedy = found === 'leads-elsewhere' ? elsewhereRemedy : 'Run "git ls-files" to see why.';
      onWarning(
        `git did not list its ignored files${where} (${found}), so only .gitignore files are applied, also to tracked files. ${remedy}`,
        { isLasting: !passingTroubles.has(found) },
      );
    }
    return undefined;
  }

  private async timed<T>(root: string, ask: (run: GitRun) => Promise<T>): Promise<T> {
    const { clock } = this.question;
    const startMs = clock.monotonicMs();
    try {
      return await ask({ ...this.question, root, timeoutMs: this.leftMs });
    } finally {
      this.leftMs = Math.max(0, this.leftMs - (clock.monotonicMs() - startMs));
    }
  }

  private withKeys(paths: RepositoryPaths): RepositoryPaths {
    if (!this.question.foldsNames) return paths;
    const fold = (set: ReadonlySet<string>): ReadonlySet<string> => new Set([...set].map((path) => this.keyOf(path)));
    const { files, folders, repositories } = paths;
    return { ...paths, files: fold(files), folders: fold(folders), repositories: fold(repositories) };
  }

  private keyOf(path: string): string {
    return this.question.foldsNames ? path.normalize('NFC').toLowerCase() : path;
  }

  /** The nested repository that contains a path, with a slash at the end. */
  private repositoryAbove(path: string, { files, repositories }: RepositoryPaths): string | undefined {
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end + 1);
      if (files.has(this.keyOf(path.slice(0, end))) || repositories.has(this.keyOf(folder))) return folder;
    }
    return undefined;
  }
}
