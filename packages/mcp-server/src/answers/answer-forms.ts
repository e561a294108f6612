/** Two forms of an answer: a client shows its model one of them. */
export interface AnswerForms<Data = unknown> {
  /** Text for the model. */
  readonly text: string;
  /** Data of the tool's output schema. */
  readonly data: Data;
}
