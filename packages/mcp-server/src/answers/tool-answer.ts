import type { CallLimits } from '../calls/call-limits.js';
import type { AnswerForms } from './answer-forms.js';

/** What a tool answers. */
export interface ToolAnswer<Data = unknown> extends AnswerForms<Data> {
  /** What the answer leaves out; its handle is in both forms. */
  readonly rest?: Continuation | undefined;
}

/** The rest of an answer. */
export interface Continuation {
  /** What the answer was made from: the same one has the same handle. */
  readonly key: readonly unknown[];
  /** The next part, in the budget of the call that asks for it. */
  next(limits: CallLimits): Promise<ToolAnswer>;
}
