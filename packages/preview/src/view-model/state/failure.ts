import { ErrorCode, isLexichordError } from '@lexichord/abstractions';

import type { PreviewFailure } from '../preview-state.js';

/** A failure with code and message for display. */
export function failureOf(error: unknown): PreviewFailure {
  if (isLexichordError(error)) return { code: error.code, message: error.message };
  return { code: ErrorCode.internal, message: error instanceof Error ? error.message : String(error) };
}

/** While there is no connection. */
export const unreachable: PreviewFailure = {
  code: ErrorCode.ioFailed,
  message: 'The panel cannot be reached. The connection is retried until it answers.',
};
