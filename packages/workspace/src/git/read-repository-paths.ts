import { type GitRun, type NoHistoryReason, failureOf } from './find-repository.js';
import { runGit } from './run-git.js';

/** Maximum number of files of a repository; its index may be hostile. */
const maxPaths = 1_000_000;

/** Prefix of an untracked path; tracked paths have a letter and a space. */
const newFileTag = '? ';
const tagLength = newFileTag.length;

/** Paths in a folder that git does not ignore, relative to it: tracked files, and new ones without a matching rule. */
export interface RepositoryPaths {
  /** Includes submodules, which git tracks like files. */
  readonly files: ReadonlySet<string>;
  /** All folders above these files, with a slash at the end; the folder itself is the empty path. */
  readonly folders: ReadonlySet<string>;
  /** Nested repositories that are no submodules, with a slash at the end. */
  readonly repositories: ReadonlySet<string>;
  /** Folders of build output whose new files are left out, with a slash at the end. */
  readonly buildFolders: ReadonlySet<string>;
}

/** New files that are left out although no rule ignores them. */
export interface LeftOutFiles {
  /** Names of folders whose new files git skips. */
  readonly toolFolders: Iterable<string>;
  /** The folder of build output that contains a new file or repository, with a slash at the end. */
  readonly buildFolderOf: (path: string) => string | undefined;
}

/**
 * Lists the tracked and the new files of a folder by git, with all of its rules: case, negation, rules above the
 * folder, `info/exclude` and the user's excludes file. 100,000 files take about 300 ms.
 *
 * The folder is given by its full path, so that git fails if the configuration names another work tree, instead of
 * listing that one. A single process is used, because starting one takes a process of 600 MB about 10 ms.
 *
 * @param leftOut new files to leave out
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
 * Whether git ignores the folder itself, or one above it.
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
    // Its parent folders were added with it.
    if (folders.has(folder)) return;
    folders.add(folder);
    if (folder === '') return;
  }
}
