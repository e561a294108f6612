import { ErrorCode } from './error-code.js';
import { LexichordError } from './lexichord-error.js';

/** Thrown by the workspace guard for a path that must not be read (T-016 AC-021..026, threat 4). */
export class PathDeniedError extends LexichordError {
  override readonly name = 'PathDeniedError';

  constructor(path: string, reason: string) {
    super(ErrorCode.pathDenied, `"${path}" may not be read: ${reason}.`, { details: { path, reason } });
  }
}
