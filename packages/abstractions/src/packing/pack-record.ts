import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { ExcludedChunk, IncludedChunk, PackedContext } from './packed-context.js';
import type { PackingBudget } from './packing-budget.js';

/** The last pack of a workspace, so that it can be explained afterwards. */
export interface PackRecord {
  readonly task: string;
  /** In milliseconds since the Unix epoch. */
  readonly packedMs: number;
  readonly budget: PackingBudget;
  readonly profile?: string | undefined;
  /** Chunks without their text, which is in `content` or was left out. */
  readonly packed: Omit<PackedContext, 'includedChunks' | 'excludedChunks'> & {
    readonly includedChunks: readonly Omit<IncludedChunk, 'content'>[];
    readonly excludedChunks: readonly Omit<ExcludedChunk, 'content'>[];
  };
}

/** Stores the last pack, readable only for its user. */
export interface IPackRecorder {
  /** @throws {LexichordError} `io-failed` */
  save(record: PackRecord, options?: CallOptions): Promise<void>;
  /**
   * Reads the last pack; `undefined` when nothing was packed yet. Its paths come from an untrusted file and pass the
   * guard when they are read.
   *
   * @throws {LexichordError} `io-failed` for a truncated record, one that was tampered with, or one of another version
   */
  last(options?: CallOptions): Promise<PackRecord | undefined>;
  /**
   * A short text that differs after every save, by any process; `undefined` when nothing was packed yet. Does not read
   * the record.
   *
   * @throws {LexichordError} `io-failed`
   */
  version(options?: CallOptions): Promise<string | undefined>;
}
export const IPackRecorder: Token<IPackRecorder> = token('IPackRecorder');
