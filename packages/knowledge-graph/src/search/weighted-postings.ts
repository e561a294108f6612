import { type Postings, PostingsTable } from '@lexichord/text-index';

/** Most that a word counts in a text: what the table holds. */
const maxCounted = 0xffff;

/** Packs texts as they come, whose words count differently much. */
export class WeightedPostings {
  /** Text and count, one after the other, by word. */
  private readonly entries = new Map<string, number[]>();
  private readonly lengths: number[] = [];
  private readonly counts = new Map<string, number>();
  private size = 0;

  /** Words of the text that is being read. */
  count(words: readonly string[], weight: number): void {
    const { counts } = this;
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + weight);
  }

  /** The words counted so far are one text. */
  endText(): void {
    const text = this.lengths.length;
    let length = 0;
    for (const [word, count] of this.counts) {
      length += count;
      const counted = Math.min(count, maxCounted);
      const list = this.entries.get(word);
      if (list === undefined) this.entries.set(word, [text, counted]);
      else list.push(text, counted);
    }
    this.size += this.counts.size;
    this.lengths.push(length);
    this.counts.clear();
  }

  finish(): Postings {
    const table = new PostingsTable(this.size);
    for (const word of [...this.entries.keys()].sort()) {
      const list = this.entries.get(word) ?? [];
      for (let index = 0; index < list.length; index += 2) table.add(list[index] as number, list[index + 1] as number);
      table.endRow(word);
    }
    return table.finish(Uint32Array.from(this.lengths));
  }
}
