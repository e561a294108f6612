import { type GitRun, type NoHistoryReason, failureOf } from './find-repository.js';
import { runGit } from './run-git.js';

/** Maximum files of a repository; its index may be hostile. */
const maxPaths = 1_000_000;

/** In front of a path that git does not track; other letters stand for tracked ones, with a space each. */
const newFileTag = '? ';
const tagLength = newFileTag.length;

/** Paths of a folder that git does not ignore, from that folder: tracked files, and new ones that no rule names. */
export interface RepositoryPaths {
  /** A submodule is one of them: it is tracked as if it were a file. */
  readonly files: ReadonlySet<string>;
  /** Folders with such a file somewhere in them, with a slash at the end; the folder itself is the empty path. */
  readonly folders: ReadonlySet<string>;
  /** Other repositories in it that are no submodules, with a slash at the end. */
  readonly repositories: ReadonlySet<string>;
  /** Folders of build output whose new files are left out, with a slash at the end. */
  readonly buildFolders: ReadonlySet<string>;
}

/** New files that are no part of a listing, although no rule names them. */
export interface LeftOutFiles {
  /** Names of folders in which git need not look for new files. */
  readonly toolFolders: Iterable<string>;
  /** The folder of build output that a new file or repository is in, with a slash at the end. */
  readonly buildFolderOf: (path: string) => string | undefined;
}

/**
 * Asks git for the index of the repository that a folder is in, and for the new files there. Case, negation, rules
 * above the folder, `info/exclude` and the user's excludes file count as git has them: 100,000 files take some 300 ms.
 *
 * The folder is named by its whole path, so that git refuses when the configuration has the work tree elsewhere: it
 * would list that one. One process says all of it: to start one takes a process of 600 MB some 10 ms.
 *
 * @param leftOut names of folders in which git need not look for new files
 * @throws the signal's reason
 */
export async function readRepositoryPaths(
  run: GitRun,
  { toolFolders, buildFolderOf }: LeftOutFiles,
): Promise<RepositoryPaths | NoHistoryReason> {
  const files = new Set<string>();
  const folders = new Set<string>();
  const repositories = new Set<string>();
  const buildFolders = new Set<string>();
  const outcome = await runGit({
    ...run,
    args: [
      ...['--literal-pathspecs', 'ls-files', '-t', '-z', '--cached', '--others', '--exclude-standard'],
      ...[...toolFolders].map((name) => `--exclude=${name}/`),
      ...['--', run.root],
    ],
    separator: '\0',
    onItem: (item) => {
      const path = item.slice(tagLength);
      const isRepository = path.endsWith('/');
      const buildFolder = item.startsWith(newFileTag)
        ? buildFolderOf(isRepository ? path.slice(0, -1) : path)
        : undefined;
      if (buildFolder !== undefined) {
        buildFolders.add(buildFolder);
        return true;
      }
      (isRepository ? repositories : files).add(path);
      addFoldersAbove(path, folders);
      return files.size + repositories.size < maxPaths;
    },
  });
  return outcome.kind === 'ended' && outcome.exitCode === 0
    ? { files, folders, repositories, buildFolders }
    : failureOf(outcome);
}

/**
 * Whether a rule names the folder itself, or one that it is in.
 *
 * @throws the signal's reason
 */
export async function isIgnored(run: GitRun): Promise<boolean> {
  const outcome = await runGit({ ...run, args: ['check-ignore', '-q', '.'], separator: '\n', onItem: () => true });
  return outcome.kind === 'ended' && outcome.exitCode === 0;
}

function addFoldersAbove(path: string, folders: Set<string>): void {
  for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end + 1);
    // The folders above it were added with it.
    if (folders.has(folder)) return;
    folders.add(folder);
    if (folder === '') return;
  }
}
