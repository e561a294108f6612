/** What is told of an error that the system, and not Lexichord, has made. */
export interface SystemFailure {
  readonly code: string;
  /** What happened and what to do. */
  readonly message: string;
  readonly details: { readonly reason: string };
}

/** The words for it; `undefined` for what is no failure of the system that a user can do something about. */
export function describeSystemFailure(error: unknown): SystemFailure | undefined;

/** Tells of an error without loading anything, and ends the process. */
export function endWith(error: unknown, argv: readonly string[]): never;
