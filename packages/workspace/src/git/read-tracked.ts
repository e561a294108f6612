import { type GitRun, type NoHistoryReason, failureOf } from './find-repository.js';
import { runGit } from './run-git.js';

/** Nobody has a repository with more files; the index of one may come from anybody. */
const maxFiles = 1_000_000;

/** What git tracks in a folder, by path from that folder. */
export interface TrackedPaths {
  /** A submodule is one of them: it is tracked as if it were a file. */
  readonly files: ReadonlySet<string>;
  /** Folders with such a file somewhere in them, with a slash at the end; the folder itself is the empty path. */
  readonly folders: ReadonlySet<string>;
}

/**
 * Reads the index of the repository that a folder is in: 100,000 files take some 200 ms.
 *
 * @throws the signal's reason
 */
export async function readTracked(run: GitRun): Promise<TrackedPaths | NoHistoryReason> {
  const files = new Set<string>();
  const folders = new Set<string>();
  const outcome = await runGit({
    ...run,
    args: ['ls-files', '-z', '--cached'],
    separator: '\0',
    onItem: (path) => {
      addFoldersAbove(path, folders);
      return files.add(path).size < maxFiles;
    },
  });
  return outcome.kind === 'ended' && outcome.exitCode === 0 ? { files, folders } : failureOf(outcome);
}

function addFoldersAbove(path: string, folders: Set<string>): void {
  for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end + 1);
    // Whoever added it has added those above it.
    if (folders.has(folder)) return;
    folders.add(folder);
    if (folder === '') return;
  }
}
