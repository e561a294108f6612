import { type Token, token } from '../token.js';
import type { CallOptions } from './call-options.js';

/** One turn of a chat with a model. */
export interface ChatTurn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Limits of a model's answer. */
export interface ChatOptions extends CallOptions {
  /** Maximum tokens of the answer. */
  readonly maxTokens: number;
}

/** Asks a language model. Registered only if one is configured. */
export interface IChatCompletionService {
  /** Names the model. */
  readonly id: string;
  /** @throws {LexichordError} `chat-failed`; the signal's reason */
  complete(turns: readonly ChatTurn[], options: ChatOptions): Promise<string>;
}
export const IChatCompletionService: Token<IChatCompletionService> = token('IChatCompletionService');

/** Purpose of a vector: some models embed questions and texts differently. */
export type EmbeddingPurpose = 'query' | 'document';

/** Turns texts into vectors. */
export interface IEmbeddingProvider {
  /** Identifies provider, model and all else that affects the vectors. An index made with another id is rebuilt. */
  readonly id: string;
  /** Number of components of a vector. */
  readonly dimension: number;
  /** Maximum length of a text in UTF-16 units. Callers cut longer ones. */
  readonly maxChars: number;
  /** Maximum number of texts in one call. */
  readonly maxBatch: number;
  /** Weight of its similarity beside the words of a query, 0 to 1. */
  readonly fusionWeight: number;
  /** Whether a text always has the same vector, bit for bit, without a server. Absent: no. */
  readonly isRepeatable?: boolean;
  /**
   * Starts the provider early, for a caller that will soon have many texts; optional. Resolves when it is starting.
   * Never rejects.
   */
  prepare?(): Promise<void>;
  /**
   * @returns vectors of length 1 in the order of the texts; a text without any word gets the zero vector
   * @throws {LexichordError} `embedding-failed`; the signal's reason
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, options?: CallOptions): Promise<readonly Float32Array[]>;
}
export const IEmbeddingProvider: Token<IEmbeddingProvider> = token('IEmbeddingProvider');
