import {
  ErrorCode,
  type ITokenCounter,
  LexichordError,
  type TokenEncoding,
  tokenEncodings,
} from '@lexichord/abstractions';
import { BpeTokenCounter, encodingForModel } from '@lexichord/tokenizer';

import type { Configuration } from './configuration/configuration-schema.js';

const defaultEncoding: TokenEncoding = 'o200k_base';

/**
 * Creates the configured token counter: for the given encoding, otherwise that of the model, otherwise `o200k_base`. A
 * safety factor replaces an unpublished tokenizer; the counts are then marked as estimates.
 *
 * @throws {LexichordError} `invalid-configuration` if the model's tokenizer is unknown and no encoding is given
 */
export function createTokenCounter({ model, context: { tokenizer } }: Configuration): ITokenCounter {
  return new BpeTokenCounter({
    encoding: tokenizer.encoding ?? encodingOf(model.tokenizer ?? model.name) ?? defaultEncoding,
    safetyFactor: tokenizer.safetyFactor,
    cacheEnabled: tokenizer.cacheEnabled,
    maxCacheEntries: tokenizer.cacheMaxEntries,
    timingMitigation: tokenizer.timingMitigation,
  });
}

function encodingOf(name: string | undefined): TokenEncoding | undefined {
  if (name === undefined) return undefined;
  const encoding = tokenEncodings.find((candidate) => candidate === name);
  if (encoding !== undefined) return encoding;
  try {
    return encodingForModel(name).encoding;
  } catch (cause) {
    throw new LexichordError(
      ErrorCode.invalidConfiguration,
      `The tokenizer of the model "${name}" is not known. Set context.tokenizer.encoding (one of ${tokenEncodings.join(', ')}) and a context.tokenizer.safety_factor, such as 1.2.`,
      { details: { model: name }, cause },
    );
  }
}
