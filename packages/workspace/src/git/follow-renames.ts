import type { PastCommit } from '@lexichord/abstractions';

import type { ListedCommit } from './read-past-commits.js';

/**
 * The commits that are useful for their files, by the names that these have now.
 *
 * @param commits newest first
 */
export function followRenames(commits: readonly ListedCommit[]): readonly PastCommit[] {
  /** The present name of a file, by its name at the time of the commit that is being looked at. */
  const namesNow = new Map<string, string>();
  const nameNow = (path: string): string => namesNow.get(path) ?? path;
  return commits.flatMap(({ id, timeMs, message, changes }) => {
    const files = [...new Set(changes.map(([, path]) => nameNow(path)))];
    const renames = changes.flatMap(([status, path, formerPath]) =>
      status === 'R' && formerPath !== undefined ? [[formerPath, nameNow(path)] as const] : [],
    );
    // Before a file was added, or got its name, the name was another file's.
    for (const [status, path] of changes) if (status === 'A' || status === 'R') namesNow.delete(path);
    for (const [formerPath, path] of renames) namesNow.set(formerPath, path);
    return message === '' || files.length === 0 ? [] : [{ id, timeMs, message, files }];
  });
}
