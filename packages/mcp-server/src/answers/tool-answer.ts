import type { Continuation } from '../calls/continuation-store.js';

/** The same answer twice: a client shows its model the one or the other. */
export interface ToolAnswer<Data = unknown> {
  /** For the model. */
  readonly text: string;
  /** By the tool's output schema. */
  readonly data: Data;
  /** What the answer leaves out; its handle is in both forms. */
  readonly rest?: Continuation | undefined;
}
