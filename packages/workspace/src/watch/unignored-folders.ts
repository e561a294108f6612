import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { GitRun } from '../git/find-repository.js';
import { errnoOf } from '../guard/file-system-errors.js';
import { runGit } from '../git/run-git.js';
import { toolFolders } from '../git/tool-folders.js';

/** Maximum number of folders without files in a query to git. */
const maxUnlisted = 1_000;

/** Maximum number of levels; each takes one call of git. */
const maxDepth = 50;

/** Options of the search for folders. */
export interface FolderQuestion extends GitRun {
  readonly maxFolders: number;
  /** Folders in which no new file belongs to the workspace, with a slash at the end. */
  readonly buildFolders: ReadonlySet<string>;
}

/** Folders that git does not ignore. */
export interface UnignoredFolders {
  readonly paths: readonly string[];
  /** Whether the paths are complete, apart from folders without access. */
  readonly isWhole: boolean;
}

/**
 * Finds the given folders and their subfolders that git does not ignore and that are no build output: files of the
 * workspace may appear there.
 *
 * @param given paths relative to the root, without a slash at the end
 * @throws the signal's reason
 */
export async function unignoredFolders(
  given: readonly string[],
  { maxFolders, buildFolders, ...run }: FolderQuestion,
): Promise<UnignoredFolders> {
  const paths: string[] = [];
  if (given.length > maxUnlisted) return { paths, isWhole: false };
  let isWhole = true;
  for (let [level, depth] = [given, 0]; level.length > 0; depth += 1) {
    if (depth >= maxDepth || paths.length + level.length > maxFolders) return { paths, isWhole: false };
    const ignored = await ignoredPaths(level, run);
    if (ignored === undefined) return { paths, isWhole: false };
    const inner: string[] = [];
    for (const path of level.filter((each) => !ignored.has(each) && !isWithin(each, buildFolders))) {
      const found = innerFolders(run.root, path);
      // It cannot be watched, and a change of its permissions is an event of the parent folder.
      if (found === 'closed') continue;
      if (typeof found === 'string') {
        isWhole = false;
        continue;
      }
      paths.push(path);
      inner.push(...found);
    }
    level = inner;
  }
  return { paths, isWhole };
}

/** @param path without a slash at the end */
function isWithin(path: string, folders: ReadonlySet<string>): boolean {
  for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
    if (folders.has(path.slice(0, end + 1))) return true;
  }
  return folders.has(`${path}/`);
}

/** Subfolders that may contain files of the workspace; or the reason why they cannot be listed. */
function innerFolders(root: string, path: string): readonly string[] | 'repository' | 'closed' | 'unreadable' {
  const names: string[] = [];
  try {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      if (entry.name === '.git') return 'repository';
      if (entry.isDirectory() && !toolFolders.has(entry.name)) names.push(`${path}/${entry.name}`);
    }
    return names;
  } catch (error) {
    return errnoOf(error) === 'EACCES' ? 'closed' : 'unreadable';
  }
}

/**
 * The paths that git ignores; `undefined` if git fails.
 *
 * @param paths files and folders, relative to the root, without a slash at the end: with one, a rule inside the folder
 *   would apply to the folder, too
 * @throws the signal's reason
 */
async function ignoredPaths(paths: readonly string[], run: GitRun): Promise<ReadonlySet<string> | undefined> {
  if (paths.length === 0) return new Set();
  const ignored = new Set<string>();
  const outcome = await runGit({
    ...run,
    args: ['check-ignore', '-z', '--stdin'],
    input: paths.map((path) => `${path}\0`).join(''),
    separator: '\0',
    onItem: (path) => ignored.add(path).size <= paths.length,
  });
  // 1: none is ignored.
  return outcome.kind === 'ended' && outcome.exitCode <= 1 ? ignored : undefined;
}
