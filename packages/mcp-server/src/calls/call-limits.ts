import type { AnswerFit } from '../answers/answer-fit.js';

/** What each call brings along by itself. */
export interface CallLimits {
  /** Fits the answer into its budget. */
  readonly fit: AnswerFit;
  /** Aborted when the caller cancels or is gone. */
  readonly signal: AbortSignal;
  /** Tells the caller how far the work is, in one sentence. Does nothing where nobody asked for progress. */
  readonly report: (message: string) => void;
  /** Folders of the workspace that the caller limits the call to, relative to it; absent: all of it. */
  readonly folders?: readonly string[] | undefined;
}
