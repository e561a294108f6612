import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** How far an update has come. */
export interface IndexProgress {
  readonly filesDone: number;
  /** Number so far: it can grow while folders are still read. */
  readonly filesTotal: number;
  readonly chunks: number;
  readonly embedded: number;
}

/** Options of an update, and its listener. */
export interface IndexOptions extends CallOptions {
  /** Files or folders relative to the workspace; absent: everything. */
  readonly paths?: readonly string[] | undefined;
  /** Begin anew instead of keeping unchanged files. */
  readonly rebuild?: boolean | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** A file that is not in the index, and why. */
export interface UnindexedFile {
  readonly filePath: string;
  /** An error code such as `file-too-large`, or `generated`. */
  readonly reason: string;
}

/** The result of an update. */
export interface IndexReport {
  readonly files: number;
  readonly chunks: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Chunks that got a vector. */
  readonly embedded: number;
  readonly durationMs: number;
  /** Files that could not be read or were too large; denied and ignored ones are not listed. */
  readonly skipped: readonly UnindexedFile[];
  /** Such as: the embedding provider failed, so that only words are searched. */
  readonly warnings: readonly string[];
  /** Those of {@link warnings} that explain why files are left out which the rules of the workspace do not name. */
  readonly listingWarnings?: readonly string[] | undefined;
}

/** How to follow changes. */
export interface WatchOptions extends CallOptions {
  /** Called after the first update and after every one that followed; the next one waits for it. */
  readonly onReport?: ((report: IndexReport) => void | Promise<void>) | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /** Called when an update failed; the next change is tried again, and waits for it. */
  readonly onFailure?: ((error: unknown) => void | Promise<void>) | undefined;
}

/** Keeps the search index of a workspace. */
export interface IIndexService {
  /**
   * Brings the index up to date: only what changed is read, cut and embedded. Interruptible at any time; the next
   * update goes on from there.
   *
   * @throws {LexichordError} `storage-failed`; `storage-read-only` where others keep the index; the signal's reason
   */
  update(options?: IndexOptions): Promise<IndexReport>;
  /**
   * Brings the index up to date now and after every change of a file, until the signal aborts. Changes that come
   * together are dealt with together.
   *
   * @throws what the first update throws
   */
  watch(options: WatchOptions): Promise<void>;
}
export const IIndexService: Token<IIndexService> = token('IIndexService');
