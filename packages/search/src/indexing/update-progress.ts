import type { IndexProgress } from '@lexichord/abstractions';

/** What of an update is in the tables. */
export interface StoredSoFar {
  /** Files that were read, whether anything of them had to be written or not. */
  readonly files: number;
  readonly chunks: number;
  readonly embedded: number;
}

/** Tells how far an update is, from the moment when all files are listed: before, unchanged ones would count as done. */
export class UpdateProgress {
  private listed: { readonly files: number; readonly unchanged: number } | undefined;
  private stored: StoredSoFar = { files: 0, chunks: 0, embedded: 0 };
  /** All that was told, in its order. */
  readonly told: IndexProgress[] = [];

  constructor(private readonly onProgress: ((progress: IndexProgress) => void) | undefined) {}

  onListed(listed: { readonly files: number; readonly unchanged: number }): void {
    this.listed = listed;
    if (listed.unchanged < listed.files) this.tell();
  }

  onStored(stored: StoredSoFar): void {
    this.stored = stored;
    this.tell();
  }

  private tell(): void {
    if (this.listed === undefined) return;
    const { chunks, embedded } = this.stored;
    const filesDone = this.listed.unchanged + this.stored.files;
    const progress = { filesDone, filesTotal: this.listed.files, chunks, embedded };
    this.told.push(progress);
    this.onProgress?.(progress);
  }
}
