/** The same answer twice: a client shows its model the one or the other. */
export interface AnswerForms<Data = unknown> {
  /** For the model. */
  readonly text: string;
  /** By the tool's output schema. */
  readonly data: Data;
}
