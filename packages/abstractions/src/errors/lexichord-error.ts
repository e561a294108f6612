import type { ErrorCode } from './error-code.js';

/** A value that survives JSON unchanged. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** What an error carries beside its message. */
export interface LexichordErrorOptions {
  /** JSON-safe facts about what happened. Never file content or a secret. */
  readonly details?: { readonly [key: string]: JsonValue };
  /** The error that led to this one. */
  readonly cause?: unknown;
}

/**
 * The root of everything Lexichord throws on purpose. Its message is written for people, in one or two
 * sentences: the failure with the values that led to it, then the remedy.
 */
export class LexichordError extends Error {
  override readonly name: string = 'LexichordError';
  readonly code: ErrorCode;
  readonly details: { readonly [key: string]: JsonValue };

  constructor(code: ErrorCode, message: string, { details = {}, cause }: LexichordErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.details = details;
  }
}

/**
 * Whether a value is a Lexichord error. Looks at the shape, because an error that crossed a worker or came from
 * a second copy of this package is not an `instanceof` this class.
 */
export function isLexichordError(value: unknown): value is LexichordError {
  return value instanceof Error && 'code' in value && typeof value.code === 'string' && 'details' in value;
}
