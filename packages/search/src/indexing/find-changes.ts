import type { ListedFile } from '@lexichord/abstractions';

import type { FileRow } from '../store/index-tables.js';
import { isWorthAnotherTry } from './read-files.js';

/** A file that was written to within this time may be written to again without a new time. */
const settledAfterMs = 2_000;

/** What has to be done with the files of a workspace. */
export interface FileChanges {
  /** New, or perhaps changed: only reading them tells. */
  readonly toRead: readonly ListedFile[];
  readonly unchanged: number;
  /** Indexed once and listed no more. */
  readonly removed: readonly string[];
}

/**
 * Compares what is listed with what is indexed, by size and time.
 *
 * @param isInScope whether a path was looked at: what was not is not removed
 */
export function findChanges(
  listed: readonly ListedFile[],
  known: ReadonlyMap<string, FileRow>,
  { isInScope, now }: { readonly isInScope: (path: string) => boolean; readonly now: number },
): FileChanges {
  const toRead = listed.filter((file) => {
    const before = known.get(file.relativePath);
    const isSame = before?.sizeBytes === file.sizeBytes && before.modifiedMs === file.modifiedMs;
    return !isSame || now - file.modifiedMs < settledAfterMs || isWorthAnotherTry(before);
  });
  const paths = new Set(listed.map(({ relativePath }) => relativePath));
  return {
    toRead,
    unchanged: listed.length - toRead.length,
    removed: [...known.keys()].filter((path) => isInScope(path) && !paths.has(path)).sort(),
  };
}
