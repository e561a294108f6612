import type { PastCommit } from '@lexichord/abstractions';

import type { ListedCommit } from './read-past-commits.js';

/**
 * Selects commits with a message and files, and replaces the files' names by the current ones.
 *
 * @param commits newest first
 */
export function followRenames(commits: readonly ListedCommit[]): readonly PastCommit[] {
  /** Current names of files, by their names at the time of the current commit. */
  const namesNow = new Map<string, string>();
  const nameNow = (path: string): string => namesNow.get(path) ?? path;
  return commits.flatMap(({ id, timeMs, message, changes }) => {
    const files = [...new Set(changes.map(([, path]) => nameNow(path)))];
    const renames = changes.flatMap(([status, path, formerPath]) =>
      status === 'R' && formerPath !== undefined ? [[formerPath, nameNow(path)] as const] : [],
    );
    // Before a file was added or renamed, its name belonged to another file.
    for (const [status, path] of changes) if (status === 'A' || status === 'R') namesNow.delete(path);
    for (const [formerPath, path] of renames) namesNow.set(formerPath, path);
    return message === '' || files.length === 0 ? [] : [{ id, timeMs, message, files }];
  });
}
