import { type Postings, PostingsTable } from './postings.js';

/** Largest count of a word in a text: what the table holds. */
const maxCount = 0xffff;

/** Text and count, one after the other. */
type Entries = number[];

/** Counts the words of texts as they come: what is kept of a text is which words it has how often. */
export class PostingsPacker {
  private readonly entries = new Map<string, Entries>();
  private readonly lengths: number[] = [];
  private length = 0;
  private size = 0;

  /**
   * Counts words of the current text.
   *
   * @param weight occurrences that each word counts as; a whole number from 1
   */
  count(words: readonly string[], weight = 1): void {
    const text = this.lengths.length;
    this.length += words.length * weight;
    for (const word of words) {
      const list = this.entries.get(word);
      if (list === undefined) this.entries.set(word, [text, Math.min(weight, maxCount)]);
      else if (list[list.length - 2] !== text) list.push(text, Math.min(weight, maxCount));
      else {
        list[list.length - 1] = Math.min((list[list.length - 1] as number) + weight, maxCount);
        continue;
      }
      this.size += 1;
    }
  }

  /** Ends the current text; what is counted from now on belongs to the next one. */
  endText(): void {
    this.lengths.push(this.length);
    this.length = 0;
  }

  /** Texts so far. */
  get texts(): number {
    return this.lengths.length;
  }

  /**
   * @param places the number that each text is to have; -1 for one that is left out
   * @param size texts that are not left out
   */
  finish(places: Int32Array, size: number): Postings {
    const table = new PostingsTable(this.size);
    const isInOrder = isAscending(places);
    for (const word of [...this.entries.keys()].sort()) {
      const list = this.entries.get(word) as Entries;
      if (isInOrder) addEntries(table, list, places);
      else for (const [place, count] of sorted(list, places)) table.add(place, count);
      table.endRow(word);
    }
    const lengths = new Uint32Array(size);
    for (const [text, length] of this.lengths.entries()) {
      const place = places[text] as number;
      if (place >= 0) lengths[place] = length;
    }
    return table.finish(lengths);
  }
}

/** But for what is left out. Files mostly come in the order of their paths. */
function isAscending(places: Int32Array): boolean {
  let last = -1;
  for (const place of places) {
    if (place < 0) continue;
    if (place < last) return false;
    last = place;
  }
  return true;
}

function addEntries(table: PostingsTable, entries: Entries, places: Int32Array): void {
  for (let index = 0; index < entries.length; index += 2) {
    const place = places[entries[index] as number] as number;
    if (place >= 0) table.add(place, entries[index + 1] as number);
  }
}

function sorted(entries: Entries, places: Int32Array): readonly (readonly [place: number, count: number])[] {
  const placed: (readonly [number, number])[] = [];
  for (let index = 0; index < entries.length; index += 2) {
    const place = places[entries[index] as number] as number;
    if (place >= 0) placed.push([place, entries[index + 1] as number]);
  }
  return placed.sort(([a], [b]) => a - b);
}
