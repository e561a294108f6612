import type { GitRun } from './find-repository.js';
import { runGit } from './run-git.js';

/**
 * Those of the paths that a rule names, as git has it; `undefined` when it does not say.
 *
 * @param paths of files and folders, relative to the root, without a slash at the end: with one, a rule in the folder
 *   would count for the folder, too
 * @throws the signal's reason
 */
export async function ignoredPaths(paths: readonly string[], run: GitRun): Promise<ReadonlySet<string> | undefined> {
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
