import { LexichordError, isLexichordError } from '@lexichord/abstractions';

import { type ScreenValuesOptions, screenValues } from './screen-values.js';

/**
 * An error whose message and details name no secret; any other is given as it is.
 *
 * @throws the signal's reason
 */
export async function screenError(error: unknown, options: ScreenValuesOptions): Promise<unknown> {
  if (!isLexichordError(error)) return error;
  const { code, message, details } = error;
  const { value, rules } = await screenValues({ message, details }, options);
  // Without its cause: that has the name, too.
  return rules.length === 0 ? error : new LexichordError(code, value.message, { details: value.details });
}
