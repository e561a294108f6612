import type { CallLimits } from '../calls/call-limits.js';
import type { AnswerForms } from './answer-forms.js';

/** Answer of a tool. */
export interface ToolAnswer<Data = unknown> extends AnswerForms<Data> {
  /** The rest that the answer leaves out; its handle is in both forms. */
  readonly rest?: Continuation | undefined;
}

/** Continuation of an answer. */
export interface Continuation {
  /** Identifies the rest: equal keys have the same handle. */
  readonly key: readonly unknown[];
  /** Returns the next part, within the limits of the call that requests it. */
  next(limits: CallLimits): Promise<ToolAnswer>;
}
