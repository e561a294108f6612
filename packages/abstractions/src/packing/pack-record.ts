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
  /** Chunks without their text: that is in `content`, or was left out. */
  readonly packed: Omit<PackedContext, 'includedChunks' | 'excludedChunks'> & {
    readonly includedChunks: readonly Omit<IncludedChunk, 'content'>[];
    readonly excludedChunks: readonly Omit<ExcludedChunk, 'content'>[];
  };
}

/** Keeps the last pack, for its user alone. */
export interface IPackRecorder {
  /** @throws {LexichordError} `io-failed` */
  save(record: PackRecord, options?: CallOptions): Promise<void>;
  /** `undefined` when nothing was packed yet, or the file cannot be understood. */
  last(options?: CallOptions): Promise<PackRecord | undefined>;
}
export const IPackRecorder: Token<IPackRecorder> = token('IPackRecorder');
