import type { DocumentSnapshot } from '@lexichord/abstractions';

/** A snapshot, with the state of its file. */
export interface CachedSnapshot {
  readonly snapshot: DocumentSnapshot;
  /** `GuardedFile.contentId`. */
  readonly contentId: string;
  /**
   * Whether an equal `contentId` proves equal content. False for a file that had just been written: a second write
   * within the same tick of the file system's clock would not change it.
   */
  readonly isSettled: boolean;
}

/** Size of an entry without its text, in bytes. */
const entryOverheadBytes = 500;

/** Snapshots by absolute path, bounded by memory; the least recently used go first. */
export class SnapshotCache {
  /** In the order of use: a map keeps the order of insertion. */
  private readonly entries = new Map<string, CachedSnapshot>();
  private usedBytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(absolutePath: string): CachedSnapshot | undefined {
    const entry = this.entries.get(absolutePath);
    if (entry !== undefined) {
      this.entries.delete(absolutePath);
      this.entries.set(absolutePath, entry);
    }
    return entry;
  }

  set(absolutePath: string, entry: CachedSnapshot): void {
    this.delete(absolutePath);
    this.entries.set(absolutePath, entry);
    this.usedBytes += sizeOf(entry);
    for (const oldest of this.entries.keys()) {
      if (this.usedBytes <= this.maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(absolutePath: string): void {
    const entry = this.entries.get(absolutePath);
    if (entry === undefined) return;
    this.entries.delete(absolutePath);
    this.usedBytes -= sizeOf(entry);
  }
}

/** Size in bytes: two per unit, an upper bound, because the engine stores Latin-1 text in one. */
function sizeOf({ snapshot }: CachedSnapshot): number {
  return 2 * snapshot.content.length + entryOverheadBytes;
}
