import { lowerBound } from '../lower-bound.js';

/** Saturation of a word that occurs again and again. */
const k1 = 1.2;

/** Largest BM25 share of one word in one text: of a text that has the word without end. */
export const maxShare = k1 + 1;

/** Which texts hold which words, and how often. */
export interface Postings {
  /** Sorted by code unit; the index of a word is its row. */
  readonly words: readonly string[];
  /** Start of each row's entries; one more than there are rows. */
  readonly starts: Uint32Array;
  /** Chunks of each row, ascending. */
  readonly texts: Uint32Array;
  /** How often the word occurs there. */
  readonly counts: Uint16Array;
  /** Words of each text. */
  readonly lengths: Uint32Array;
}

/** Rows one after the other. */
export class PostingsTable {
  private readonly words: string[] = [];
  private readonly starts: Uint32Array;
  private readonly texts: Uint32Array;
  private readonly counts: Uint16Array;
  private length = 0;

  constructor({ maxWords, maxEntries }: { readonly maxWords: number; readonly maxEntries: number }) {
    this.starts = new Uint32Array(maxWords + 1);
    this.texts = new Uint32Array(maxEntries);
    this.counts = new Uint16Array(maxEntries);
  }

  add(text: number, count: number): void {
    this.texts[this.length] = text;
    this.counts[this.length] = count;
    this.length += 1;
  }

  /** The entries of a row in another table, as a row of this one, under the numbers that its texts are to have. */
  addRow({ words, starts, texts, counts }: Postings, row: number, numbers: Int32Array): void {
    // Local variables: a merge visits each entry of an index, and a property is read anew after each write.
    const { texts: toTexts, counts: toCounts } = this;
    const end = starts[row + 1] as number;
    let { length } = this;
    for (let at = starts[row] as number; at < end; at += 1) {
      const target = numbers[texts[at] as number] as number;
      if (target < 0) continue;
      toTexts[length] = target;
      toCounts[length] = counts[at] as number;
      length += 1;
    }
    this.length = length;
    this.endRow(words[row] as string);
  }

  /** The entries since the last row are this word's; without any it has no row. */
  endRow(word: string): void {
    if (this.length === this.starts[this.words.length]) return;
    this.words.push(word);
    this.starts[this.words.length] = this.length;
  }

  finish(lengths: Uint32Array): Postings {
    const { words, length } = this;
    return {
      words,
      // Few entries are left out, so that a view wastes little, and copying takes a millisecond for each million.
      starts: this.starts.subarray(0, words.length + 1),
      texts: this.texts.subarray(0, length),
      counts: this.counts.subarray(0, length),
      lengths,
    };
  }
}

/** The row of a word; -1 if no text has it. */
export function rowOf(word: string, { words }: Postings): number {
  const row = lowerBound(words, word);
  return words[row] === word ? row : -1;
}

/** How rare a word is among the texts (inverse document frequency); above 0, also for a word that is nowhere. */
export function rarityOf(word: string, postings: Postings): number {
  const { starts, lengths } = postings;
  const row = rowOf(word, postings);
  const found = row < 0 ? 0 : (starts[row + 1] ?? 0) - (starts[row] ?? 0);
  return inverseFrequency(found, lengths.length);
}

/** How rare is what so many of all texts have; above 0. */
export function inverseFrequency(found: number, texts: number): number {
  return Math.log(1 + (texts - found + 0.5) / (found + 0.5));
}

/** Mean number of words of the texts; 0 without texts. */
export function meanLengthOf({ lengths }: Postings): number {
  return lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
}

/** Weighting of text lengths for {@link shareOf} and {@link scoreWords}. */
export interface LengthNorm {
  /** See {@link meanLengthOf}. */
  readonly meanLength: number;
  /** How much a long text is held against it: the `b` of BM25, 0 to 1. */
  readonly lengthPenalty: number;
}

/** BM25 of one word in one text before the word's rarity: 0 to {@link maxShare}. */
export function shareOf(count: number, length: number, { meanLength, lengthPenalty }: LengthNorm): number {
  const lengthFactor = 1 - lengthPenalty + (lengthPenalty * length) / meanLength;
  return (count * maxShare) / (count + k1 * lengthFactor);
}

/**
 * BM25 of every text, as a share of the maximum that a text could get: 0 to 1, comparable between queries.
 *
 * @param rarities of the distinct words of the query
 */
export function scoreWords(rarities: ReadonlyMap<string, number>, postings: Postings, norm: LengthNorm): Float64Array {
  const { starts, texts, counts, lengths } = postings;
  const scores = new Float64Array(lengths.length);
  const maxScore = [...rarities.values()].reduce((sum, rarity) => sum + rarity, 0) * maxShare;
  for (const [word, rarity] of rarities) {
    const row = rowOf(word, postings);
    if (row < 0) continue;
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) {
      const text = texts[at] ?? 0;
      const count = counts[at] ?? 0;
      scores[text] = (scores[text] ?? 0) + (rarity * shareOf(count, lengths[text] ?? 0, norm)) / maxScore;
    }
  }
  return scores;
}
