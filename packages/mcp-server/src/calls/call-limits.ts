import type { AnswerFit } from '../answers/answer-fit.js';

/** Budget, signal and progress of one call. */
export interface CallLimits {
  /** Fits the answer into its budget. */
  readonly fit: AnswerFit;
  /** Aborted when the caller cancels or is gone. */
  readonly signal: AbortSignal;
  /** Reports progress to the caller, in one sentence. Does nothing if the caller did not ask for it. */
  readonly report: (message: string) => void;
  /** Folders of the workspace that the caller limits the call to, relative to it; absent: all of it. */
  readonly folders?: readonly string[] | undefined;
}
