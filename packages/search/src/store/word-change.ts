import { parseWordCounts } from '../corpus/word-counts.js';
import type { CandidateRow, WordRow } from './candidate-tables.js';

/** The counted words and names of a chunk. */
export type CountedChunk = Pick<CandidateRow, 'words' | 'names'>;

/** Changes of the counts of words and names by added and removed chunks. */
export class WordChange {
  /** Change of the number of chunks. */
  chunks = 0;
  /** Number of added chunks. */
  added = 0;
  /** Change of the number of words, with repetitions. */
  words = 0;
  private readonly counts = new Map<string, { chunks: number; definers: number }>();

  add(chunk: CountedChunk): void {
    this.added += 1;
    this.count(chunk, 1);
  }

  remove(chunk: CountedChunk): void {
    this.count(chunk, -1);
  }

  /** The words whose counts have changed. */
  get changed(): readonly string[] {
    return [...this.counts].filter(([, { chunks, definers }]) => chunks !== 0 || definers !== 0).map(([word]) => word);
  }

  /** The row of a word after the change. */
  rowOf(word: string, before: Pick<WordRow, 'chunks' | 'definers'> = { chunks: 0, definers: 0 }): WordRow {
    const { chunks = 0, definers = 0 } = this.counts.get(word) ?? {};
    return { word, chunks: before.chunks + chunks, definers: before.definers + definers };
  }

  private count({ words, names }: CountedChunk, sign: 1 | -1): void {
    this.chunks += sign;
    for (const { count, words: some } of parseWordCounts(words)) {
      this.words += sign * count * some.length;
      for (const word of some) this.countOf(word).chunks += sign;
    }
    for (const name of names) this.countOf(name).definers += sign;
  }

  private countOf(word: string): { chunks: number; definers: number } {
    let count = this.counts.get(word);
    if (count === undefined) this.counts.set(word, (count = { chunks: 0, definers: 0 }));
    return count;
  }
}
