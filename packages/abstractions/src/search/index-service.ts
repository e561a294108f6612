import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** Progress of an update. */
export interface IndexProgress {
  readonly filesDone: number;
  /** Number so far; it can grow while folders are read. */
  readonly filesTotal: number;
  readonly chunks: number;
  readonly embedded: number;
}

/** Options of an update, and its listener. */
export interface IndexOptions extends CallOptions {
  /** Files or folders relative to the workspace; absent: everything. */
  readonly paths?: readonly string[] | undefined;
  /** Whether the index is rebuilt, unchanged files included. */
  readonly rebuild?: boolean | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** A file that is not in the index, with the reason. */
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
  /** The {@link warnings} about files left out without a rule of the workspace. */
  readonly listingWarnings?: readonly string[] | undefined;
}

/** Options of watching for changes. */
export interface WatchOptions extends CallOptions {
  /** Called after every update, including the first; the next update waits for it. */
  readonly onReport?: ((report: IndexReport) => void | Promise<void>) | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /** Called when an update failed; the next change starts another update, which waits for the call. */
  readonly onFailure?: ((error: unknown) => void | Promise<void>) | undefined;
}

/** Updates the search index of a workspace. */
export interface IIndexService {
  /**
   * Brings the index up to date: only changed files are read, cut and embedded. Interruptible at any time; the next
   * update continues from there.
   *
   * @throws {LexichordError} `storage-failed`; `storage-read-only` when only other processes may write the index; the
   * signal's reason
   */
  update(options?: IndexOptions): Promise<IndexReport>;
  /**
   * Brings the index up to date now and after every change of a file, until the signal aborts. Simultaneous changes are
   * handled in one update.
   *
   * @throws the errors of the first update
   */
  watch(options: WatchOptions): Promise<void>;
}
export const IIndexService: Token<IIndexService> = token('IIndexService');
