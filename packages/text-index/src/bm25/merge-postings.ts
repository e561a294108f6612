import type { MergedNumbers } from '../vectors/vector-table.js';
import { type Postings, PostingsTable } from './postings.js';

/** Postings of one of two indexes, and the numbers that its texts are to have. */
interface Side {
  readonly postings: Postings;
  /** -1 for a text that is gone. */
  readonly numbers: Int32Array;
}

/** The postings of two indexes as one; words that no text has any more are left out. */
export function mergePostings(before: Postings, added: Postings, merged: MergedNumbers): Postings {
  const table = new PostingsTable(before.texts.length + added.texts.length);
  const old: Side = { postings: before, numbers: merged.kept };
  const fresh: Side = { postings: added, numbers: merged.added };
  let next = 0;
  for (let row = 0; row < before.words.length; row += 1) {
    const word = before.words[row] as string;
    // Most words are in one of the two only.
    for (; next < added.words.length && (added.words[next] as string) < word; next += 1)
      table.addRow(added, next, merged.added);
    if (added.words[next] === word) {
      mergeRow(table, new RowReader(old, row), new RowReader(fresh, next));
      table.endRow(word);
      next += 1;
    } else table.addRow(before, row, merged.kept);
  }
  for (; next < added.words.length; next += 1) table.addRow(added, next, merged.added);
  const lengths = new Uint32Array(merged.size);
  for (const [number, target] of merged.kept.entries()) if (target >= 0) lengths[target] = before.lengths[number] ?? 0;
  for (const [number, target] of merged.added.entries()) lengths[target] = added.lengths[number] ?? 0;
  return table.finish(lengths);
}

function mergeRow(table: PostingsTable, old: RowReader, fresh: RowReader): void {
  while (old.text < Infinity || fresh.text < Infinity) {
    const first = old.text < fresh.text ? old : fresh;
    table.add(first.text, first.count);
    first.advance();
  }
}

/** The entries of a word under the numbers that its texts are to have. */
class RowReader {
  /** Infinite at the end. */
  text = Infinity;
  count = 0;
  private at: number;
  private readonly end: number;

  constructor(
    private readonly side: Side,
    row: number,
  ) {
    const { starts } = side.postings;
    this.at = starts[row] ?? 0;
    this.end = starts[row + 1] ?? 0;
    this.advance();
  }

  advance(): void {
    const { postings, numbers } = this.side;
    this.text = Infinity;
    while (this.at < this.end && this.text === Infinity) {
      const text = numbers[postings.texts[this.at] ?? 0] ?? -1;
      this.count = postings.counts[this.at] ?? 0;
      this.at += 1;
      if (text >= 0) this.text = text;
    }
  }
}
