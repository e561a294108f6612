import type { PastCommit } from '@lexichord/abstractions';

import type { ListedCommit } from './read-past-commits.js';

/**
 * The commits that tell something about their files, by the names that these have now.
 *
 * @param commits newest first
 */
export function followRenames(commits: readonly ListedCommit[]): readonly PastCommit[] {
  const names = new Map<string, string>();
  const currentOf = (path: string): string => names.get(path) ?? path;
  return commits.flatMap(({ id, timeMs, message, changes }) => {
    const files = [...new Set(changes.map(([, path]) => currentOf(path)))];
    // Before it was added, the name was another file's.
    for (const [status, path] of changes) if (status === 'A') names.delete(path);
    for (const [status, path, formerPath] of changes) {
      if (status === 'R' && formerPath !== undefined) names.set(formerPath, currentOf(path));
    }
    return message === '' || files.length === 0 ? [] : [{ id, timeMs, message, files }];
  });
}
