import { type RejectedSource, isLexichordError } from '@lexichord/abstractions';

/** Why nothing is taken from a source: the part of {@link RejectedSource} that does not name it. */
export type SourceRejection = Pick<RejectedSource, 'reason' | 'message'>;

/** What is said of a source that was not looked at in time. */
export const outOfTime: SourceRejection = {
  reason: 'timeout',
  message: 'There was no time left for it. Raise context.timeout_ms, or name fewer sources.',
};

/** What is said of text that is none (T-016 AC-028). */
export const holdsNul: SourceRejection = {
  reason: 'binary-file',
  message: 'There are NUL characters in it, so that it is no text.',
};

/** An error as a reason; one that is not Lexichord's own may hold anything in its message, so only its kind is told. */
export function rejectionOf(error: unknown): SourceRejection {
  if (isLexichordError(error)) return { reason: error.code, message: error.message };
  const kind = error instanceof Error ? error.name : typeof error;
  return { reason: 'io-failed', message: `It failed (${kind}). Try again, or leave it out.` };
}
