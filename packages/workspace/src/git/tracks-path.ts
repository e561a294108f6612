import { type GitRun } from './find-repository.js';
import { runGit } from './run-git.js';

/**
 * Whether git tracks a file or folder of the workspace, or something in it; ignores case. False without git or a
 * repository, and after the time limit.
 *
 * @param path path relative to the root, with forward slashes
 * @throws the signal's reason
 */
export async function tracksPath(path: string, run: GitRun): Promise<boolean> {
  let isTracked = false;
  await runGit({
    ...run,
    args: ['ls-files', '-z', '--cached', '--', `:(icase)${path}`],
    separator: '\0',
    onItem: () => {
      isTracked = true;
      return false;
    },
  });
  return isTracked;
}
