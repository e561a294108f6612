import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { GitRun } from '../git/find-repository.js';
import { errnoOf } from '../guard/file-system-errors.js';
import { runGit } from '../git/run-git.js';
import { toolFolders } from '../git/tool-folders.js';

/** Maximum number of folders without files that git is asked about. */
const maxUnlisted = 1_000;

/** One call of git for each level of them. */
const maxDepth = 50;

/** Folders to look for, and the options of the search. */
export interface FolderQuestion extends GitRun {
  readonly maxFolders: number;
  /** Folders in which no new file belongs to the workspace, with a slash at the end. */
  readonly buildFolders: ReadonlySet<string>;
}

/** Folders that no rule of git names, by their paths without a slash at the end. */
export interface UnignoredFolders {
  readonly paths: readonly string[];
  /** Whether these are all that git sees, apart from unreadable folders. */
  readonly isWhole: boolean;
}

/**
 * The given folders, and the folders in them, that no rule of git names and that are no build output: files could come
 * there that belong to the workspace.
 *
 * @param given relative to the root, without a slash at the end
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
      // It cannot be watched, and the folder above has an event when that changes.
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

/** Folders in a folder in which there could be files of the workspace, unless it is, or could become, a repository. */
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
 * The paths that a rule of git names; `undefined` when git does not say.
 *
 * @param paths of files and folders, relative to the root, without a slash at the end: with one, a rule in the folder
 *   would count for the folder, too
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
  // 1: no rule names any.
  return outcome.kind === 'ended' && outcome.exitCode <= 1 ? ignored : undefined;
}
