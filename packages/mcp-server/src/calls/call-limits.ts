import type { AnswerFit } from '../answers/answer-fit.js';

/** Limits and progress of a call. */
export interface CallLimits {
  /** Fits the answer into its budget. */
  readonly fit: AnswerFit;
  /** Aborted when the caller cancels or disconnects. */
  readonly signal: AbortSignal;
  /** Reports progress to the caller, as a sentence. Does nothing if the caller did not request it. */
  readonly report: (message: string) => void;
  /** Folders that the caller limits the call to, relative to the workspace; absent: the whole workspace. */
  readonly folders?: readonly string[] | undefined;
}
