import { readlinkSync } from 'node:fs';

/** The text that Linux appends to the path of an open file that was removed. */
const removedMark = ' (deleted)';

/**
 * The path that an open descriptor really leads to, links resolved, as the system has it: it cannot be exchanged
 * after the file was opened, as a path can. Of a file that was removed meanwhile, the path that it had.
 *
 * `undefined` if the system does not report it: outside Linux, and without `/proc`.
 */
export function openedPath(descriptor: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const path = readlinkSync(`/proc/self/fd/${descriptor}`);
    // A file that is really named like this is judged by the name before the mark, which is the cautious side.
    return path.endsWith(removedMark) ? path.slice(0, -removedMark.length) : path;
  } catch (error) {
    // Without `/proc`, as in some sandboxes, the path is not available.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
