/** One statement of a level, before the level is put together. */
export interface StatementLine {
  /** What is said, as it stands in the messages; more than one line only where the words have lines. */
  readonly words: string;
  /** Indexes of the first and the last message that it says something of. */
  readonly from: number;
  readonly to: number;
}
