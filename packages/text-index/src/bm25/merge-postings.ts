import { lowerBound } from '../lower-bound.js';
import type { MergedNumbers } from '../vectors/vector-table.js';
import { type Postings, PostingsTable } from './postings.js';

/** Postings of one of two indexes, and the new numbers of its texts. */
interface Side {
  readonly postings: Postings;
  /** -1 for a removed text. */
  readonly numbers: Int32Array;
}

/** Merges the postings of two indexes; words without texts are dropped. */
export function mergePostings(before: Postings, added: Postings, merged: MergedNumbers): Postings {
  const table = new PostingsTable({
    maxWords: before.words.length + added.words.length,
    maxEntries: before.texts.length + added.texts.length,
  });
  const old: Side = { postings: before, numbers: merged.kept };
  const fresh: Side = { postings: added, numbers: merged.added };
  let row = 0;
  const addBefore = (end: number): void => {
    for (; row < end; row += 1) table.addRow(before, row, merged.kept);
  };
  // Searches for the position of each added word: comparing neighbours would read every word from memory.
  for (const [number, word] of added.words.entries()) {
    addBefore(lowerBound(before.words, word));
    if (before.words[row] === word) {
      mergeRow(table, new RowReader(old, row), new RowReader(fresh, number));
      table.endRow(word);
      row += 1;
    } else table.addRow(added, number, merged.added);
  }
  addBefore(before.words.length);
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

/** Reads the entries of a word, with the new numbers of its texts. */
class RowReader {
  /** `Infinity` at the end. */
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
