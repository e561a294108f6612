import type { MergedPlaces } from './merge-records.js';
import { type Postings, PostingsTable } from './postings.js';

/** The postings of two corpora as one; what its chunks no longer have is left out. */
export function mergePostings(before: Postings, added: Postings, places: MergedPlaces): Postings {
  const table = new PostingsTable(before.chunks.length + added.chunks.length);
  for (const word of mergeSorted([...before.rows.keys()], [...added.rows.keys()])) {
    // Most words are in one of them only.
    if (!added.rows.has(word)) copyRow(table, before, { word, places: places.kept });
    else if (!before.rows.has(word)) copyRow(table, added, { word, places: places.added });
    else {
      const old = new RowReader(before, word, places.kept);
      const fresh = new RowReader(added, word, places.added);
      while (old.place < Infinity || fresh.place < Infinity) {
        const first = old.place < fresh.place ? old : fresh;
        table.add(first.place, first.count);
        first.advance();
      }
    }
    table.endRow(word);
  }
  const lengths = new Uint32Array(places.size);
  for (const [number, place] of places.kept.entries()) if (place >= 0) lengths[place] = before.lengths[number] ?? 0;
  for (const [number, place] of places.added.entries()) lengths[place] = added.lengths[number] ?? 0;
  return table.finish(lengths);
}

function copyRow(
  table: PostingsTable,
  { rows, starts, chunks, counts }: Postings,
  { word, places }: { readonly word: string; readonly places: Int32Array },
): void {
  const row = rows.get(word) ?? 0;
  for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
    const place = places[chunks[at] ?? 0] ?? -1;
    if (place >= 0) table.add(place, counts[at] ?? 0);
  }
}

/** The entries of a word under the numbers that its chunks are to have. */
class RowReader {
  /** Infinite at the end. */
  place = Infinity;
  count = 0;
  private at: number;
  private readonly end: number;

  constructor(
    private readonly postings: Postings,
    word: string,
    private readonly places: Int32Array,
  ) {
    const row = postings.rows.get(word);
    this.at = row === undefined ? 0 : (postings.starts[row] ?? 0);
    this.end = row === undefined ? 0 : (postings.starts[row + 1] ?? 0);
    this.advance();
  }

  advance(): void {
    const { chunks, counts } = this.postings;
    this.place = Infinity;
    while (this.at < this.end && this.place === Infinity) {
      const place = this.places[chunks[this.at] ?? 0] ?? -1;
      this.count = counts[this.at] ?? 0;
      this.at += 1;
      if (place >= 0) this.place = place;
    }
  }
}

/** Of both lists, without repetition. */
function mergeSorted(left: readonly string[], right: readonly string[]): readonly string[] {
  const merged: string[] = [];
  let next = 0;
  for (const word of left) {
    for (let other = right[next]; other !== undefined && other <= word; other = right[next]) {
      if (other < word) merged.push(other);
      next += 1;
    }
    merged.push(word);
  }
  return [...merged, ...right.slice(next)];
}
