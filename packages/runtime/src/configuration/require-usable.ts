import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { createTokenCounter } from '../create-token-counter.js';
import type { Configuration } from './configuration-schema.js';

/**
 * Checks a valid configuration for errors that opening a workspace would find.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function requireUsable(configuration: Configuration): void {
  createTokenCounter(configuration);
}

/**
 * Checks that the compression method has its language model, from the configuration or a host.
 *
 * @throws {LexichordError} `invalid-configuration` for a method that needs a model if there is none
 */
export function requireLanguageModel({ compression: { method, chat } }: Configuration, isRegistered: boolean): void {
  if (method !== 'abstractive' || chat !== undefined || isRegistered) return;
  throw new LexichordError(
    ErrorCode.invalidConfiguration,
    'compression.method is "abstractive", but no language model is configured. Set compression.chat.endpoint and compression.chat.model in your own configuration file, or use "extractive".',
    { details: { key: 'compression.method' } },
  );
}
