import type { IndexProgress } from '@lexichord/abstractions';

/** Counts of the stored part of an update. */
export interface StoredSoFar {
  /** Number of read files, written or not. */
  readonly files: number;
  readonly chunks: number;
  readonly embedded: number;
}

/** Reports the progress of an update once all files are listed: before that, the total is unknown. */
export class UpdateProgress {
  private listed: { readonly files: number; readonly unchanged: number } | undefined;
  private stored: StoredSoFar = { files: 0, chunks: 0, embedded: 0 };
  /** Every report, in order. */
  readonly reported: IndexProgress[] = [];

  constructor(private readonly onProgress: ((progress: IndexProgress) => void) | undefined) {}

  onListed(listed: { readonly files: number; readonly unchanged: number }): void {
    this.listed = listed;
    if (listed.unchanged < listed.files) this.report();
  }

  onStored(stored: StoredSoFar): void {
    this.stored = stored;
    this.report();
  }

  private report(): void {
    if (this.listed === undefined) return;
    const { chunks, embedded } = this.stored;
    const filesDone = this.listed.unchanged + this.stored.files;
    const progress = { filesDone, filesTotal: this.listed.files, chunks, embedded };
    this.reported.push(progress);
    this.onProgress?.(progress);
  }
}
