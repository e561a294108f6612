/** One statement of a level, before the level is put together. */
export interface StatementLine {
  /** Who speaks and what is said; more than one line only where the words have lines. */
  readonly text: string;
  /** Indexes of the first and the last message that it says something of. */
  readonly from: number;
  readonly to: number;
}
