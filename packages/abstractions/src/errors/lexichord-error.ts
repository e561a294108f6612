import type { LicenseTier } from '../services/license.js';
import { ErrorCode } from './error-code.js';

/** A value that survives JSON unchanged. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Fields of an error beside its message. */
export interface LexichordErrorOptions {
  /** JSON-safe facts about the failure. Never file content or a secret. */
  readonly details?: { readonly [key: string]: JsonValue };
  /** The error that led to this one. */
  readonly cause?: unknown;
}

/**
 * Base class of all errors that Lexichord throws on purpose. Its message is written for people, in one or two
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
 * Whether a value is a Lexichord error. Checks the shape, because an error that crossed a worker or came from a second
 * copy of this package is not an `instanceof` this class.
 */
export function isLexichordError(value: unknown): value is LexichordError {
  return value instanceof Error && 'code' in value && typeof value.code === 'string' && 'details' in value;
}

/** Thrown when a command, service or strategy belongs to a higher tier than the licence in force (SBD-072 §1.4). */
export class LicenseRequiredError extends LexichordError {
  override readonly name = 'LicenseRequiredError';

  constructor(feature: string, requiredTier: LicenseTier, currentTier: LicenseTier) {
    super(
      ErrorCode.licenseRequired,
      `${feature} requires ${requiredTier} or a higher tier, but the licence gives ${currentTier}. Run "lexichord license show" to see where that licence comes from.`,
      { details: { feature, required: requiredTier, current: currentTier } },
    );
  }
}

/** Thrown by the workspace guard for a path that must not be read (T-016 AC-021..026, threat 4). */
export class PathDeniedError extends LexichordError {
  override readonly name = 'PathDeniedError';

  constructor(path: string, reason: string) {
    super(ErrorCode.pathDenied, `"${path}" may not be read: ${reason}.`, { details: { path, reason } });
  }
}
