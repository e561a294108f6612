import { type Token, token } from '../token.js';
import type { CallOptions } from './call-options.js';

/** One turn of what a model is told. */
export interface ChatTurn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatOptions extends CallOptions {
  /** Most tokens of the answer. */
  readonly maxTokens: number;
}

/** Asks a language model. Registered only where one is configured. */
export interface IChatCompletionService {
  /** Names the model. */
  readonly id: string;
  /** @throws {LexichordError} `chat-failed`; the signal's reason */
  complete(turns: readonly ChatTurn[], options: ChatOptions): Promise<string>;
}
export const IChatCompletionService: Token<IChatCompletionService> = token('IChatCompletionService');
