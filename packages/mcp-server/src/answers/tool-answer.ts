import type { CallLimits } from '../calls/call-limits.js';
import type { AnswerForms } from './answer-forms.js';

/** The answer of a tool. */
export interface ToolAnswer<Data = unknown> extends AnswerForms<Data> {
  /** The rest that the answer leaves out; its handle is in both forms. */
  readonly rest?: Continuation | undefined;
}

/** The rest of an answer. */
export interface Continuation {
  /** The source of the answer: equal sources have one handle. */
  readonly key: readonly unknown[];
  /** The next part, in the budget of the call that requests it. */
  next(limits: CallLimits): Promise<ToolAnswer>;
}
