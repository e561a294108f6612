import { type GitRun } from './find-repository.js';
import { indexState } from './repository-description.js';
import { runGit } from './run-git.js';

/** Git's last answers, by root and path, with the index that they were read from: only the index determines them. */
const answers = new Map<string, { readonly index: string; readonly isTracked: boolean }>();

/**
 * Whether git tracks a file or folder of the workspace, or something in it; ignores case. False without git or a
 * repository, and after the time limit. A process of git takes as long as a whole query of a warm workspace, so it is
 * started only if the index has changed since the last call.
 *
 * @param path path relative to the root, with forward slashes
 * @throws the signal's reason
 */
export async function tracksPath(path: string, run: GitRun): Promise<boolean> {
  run.signal.throwIfAborted();
  const question = JSON.stringify([run.root, path]);
  // Read before git reads it: a change meanwhile gives another state.
  const index = indexState(run.root);
  const known = answers.get(question);
  if (index !== undefined && known?.index === index) return known.isTracked;
  const tracked: string[] = [];
  const outcome = await runGit({
    ...run,
    args: ['ls-files', '-z', '--cached', '--', `:(icase)${path}`],
    separator: '\0',
    onItem: (file) => {
      tracked.push(file);
      return false;
    },
  });
  const isTracked = tracked.length > 0;
  const isAnswered = isTracked || (outcome.kind === 'ended' && outcome.exitCode === 0);
  if (index !== undefined && isAnswered) answers.set(question, { index, isTracked });
  return isTracked;
}
