import type { ListedFile } from '@lexichord/abstractions';

import type { FileRow } from '../store/index-tables.js';
import { isWorthAnotherTry } from './read-files.js';

/** A file that was written to within this time may be written to again without a new time. */
const settledAfterMs = 2_000;

/** What has to be done with the files of a workspace. */
export interface FileChanges {
  /** New, or perhaps changed: only reading them tells. */
  readonly toRead: readonly ListedFile[];
  /** Whether something will be written of them, whatever is read. */
  readonly isWritten: boolean;
  readonly unchanged: number;
  /** Indexed once and listed no more. */
  readonly removed: readonly string[];
}

/** What the comparison depends on. */
export interface ChangeRules {
  /** Whether a path was looked at: what was not is not removed. */
  readonly isInScope: (path: string) => boolean;
  /** Larger files have no place in the index, also where they had one. */
  readonly maxFileSizeBytes: number;
  readonly now: number;
}

/** Compares what is listed with what is indexed, by size and time. */
export function findChanges(
  listed: readonly ListedFile[],
  known: ReadonlyMap<string, FileRow>,
  { isInScope, maxFileSizeBytes, now }: ChangeRules,
): FileChanges {
  const isSame = ({ sizeBytes, modifiedMs }: ListedFile, before: FileRow | undefined): before is FileRow =>
    before?.sizeBytes === sizeBytes && before.modifiedMs === modifiedMs;
  const toRead = listed.filter((file) => {
    const before = known.get(file.relativePath);
    if (!isSame(file, before) || now - file.modifiedMs < settledAfterMs || isWorthAnotherTry(before)) return true;
    return before.chunks > 0 && before.sizeBytes > maxFileSizeBytes;
  });
  const paths = new Set(listed.map(({ relativePath }) => relativePath));
  return {
    toRead,
    isWritten: toRead.some((file) => !isSame(file, known.get(file.relativePath))),
    unchanged: listed.length - toRead.length,
    removed: [...known.keys()].filter((path) => isInScope(path) && !paths.has(path)).sort(),
  };
}
