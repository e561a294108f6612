import type { ListedFile } from '@lexichord/abstractions';

import type { FileRow } from '../store/index-tables.js';
import { isWorthAnotherTry } from './read-files.js';

/** A file that was written to within this time may be written to again without a new time. */
const settledAfterMs = 2_000;

/** What the comparison depends on. */
export interface ChangeRules {
  /** What is indexed, by path. */
  readonly known: ReadonlyMap<string, FileRow>;
  /** Larger files have no place in the index, also where they had one. */
  readonly maxFileSizeBytes: number;
  readonly now: number;
  /** Called for each file of which something will be written, whatever is read. */
  readonly onChange: () => void;
  /** Called when all files were listed. */
  readonly onListed: () => void;
}

/** Compares what is listed with what is indexed, by size and time, as it is listed. */
export class ChangeFinder {
  private readonly paths = new Set<string>();
  private unchangedCount = 0;
  private isEnded = false;

  constructor(private readonly rules: ChangeRules) {}

  /** Files that were listed so far. */
  get listed(): number {
    return this.paths.size;
  }

  /** Whether these are all. */
  get isComplete(): boolean {
    return this.isEnded;
  }

  /** Those of them that need not be read. */
  get unchanged(): number {
    return this.unchangedCount;
  }

  /** Those that are new, or perhaps changed: only reading them tells. */
  async *toRead(listing: AsyncIterable<ListedFile>): AsyncGenerator<ListedFile> {
    for await (const file of listing) {
      this.paths.add(file.relativePath);
      const before = this.rules.known.get(file.relativePath);
      const isSame = before?.sizeBytes === file.sizeBytes && before.modifiedMs === file.modifiedMs;
      if (!isSame) this.rules.onChange();
      if (isSame && !this.isInDoubt(file, before)) this.unchangedCount += 1;
      else yield file;
    }
    this.isEnded = true;
    this.rules.onListed();
  }

  /**
   * Paths that are listed no more.
   *
   * @param isInScope whether a path was looked at: what was not is not removed
   */
  missing(paths: Iterable<string>, isInScope: (path: string) => boolean): readonly string[] {
    return [...paths].filter((path) => isInScope(path) && !this.paths.has(path)).sort();
  }

  private isInDoubt({ modifiedMs }: ListedFile, before: FileRow): boolean {
    const { maxFileSizeBytes, now } = this.rules;
    if (now - modifiedMs < settledAfterMs || isWorthAnotherTry(before)) return true;
    return before.chunks > 0 && before.sizeBytes > maxFileSizeBytes;
  }
}
