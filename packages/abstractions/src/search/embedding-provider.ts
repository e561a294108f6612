import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';

/** Some models embed a question in another way than the text that answers it. */
export type EmbeddingPurpose = 'query' | 'document';

/** Turns texts into vectors. */
export interface IEmbeddingProvider {
  /** Names provider, model and everything else that changes its vectors. An index made with another id is rebuilt. */
  readonly id: string;
  /** Numbers in a vector. */
  readonly dimension: number;
  /** Longer texts are cut by whoever calls, in UTF-16 units. */
  readonly maxChars: number;
  /** Most texts of one call. */
  readonly maxBatch: number;
  /** How much its similarity counts beside the words of a query, 0 to 1. */
  readonly fusionWeight: number;
  /** Whether a text has the same vector every time, to the last bit, without asking anybody. Absent: no. */
  readonly isRepeatable?: boolean;
  /**
   * Starts what embedding needs, for a caller who will soon have many texts; others need not. Resolves when it is on its
   * way. Never rejects.
   */
  prepare?(): Promise<void>;
  /**
   * @returns vectors of length 1 in the order of the texts; a text without any word gets the zero vector
   * @throws {LexichordError} `embedding-failed`; the signal's reason
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, options?: CallOptions): Promise<readonly Float32Array[]>;
}
export const IEmbeddingProvider: Token<IEmbeddingProvider> = token('IEmbeddingProvider');
