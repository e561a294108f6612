import { lowerBound } from '../lower-bound.js';

/** Saturation of repeated words: the `k1` of BM25. */
const k1 = 1.2;

/** Upper limit of the BM25 share of one word in one text, approached with the number of its occurrences. */
export const maxShare = k1 + 1;

/** Texts of each word, with the number of occurrences. */
export interface Postings {
  /** Sorted by code unit; the index of a word is its row. */
  readonly words: readonly string[];
  /** First entry of each row, and the end of the last row. */
  readonly starts: Uint32Array;
  /** Texts of each row, ascending. */
  readonly texts: Uint32Array;
  /** Number of occurrences in the text. */
  readonly counts: Uint16Array;
  /** Number of words of each text. */
  readonly lengths: Uint32Array;
}

/** Builds postings row by row. */
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

  /** Appends a row of other postings, with new numbers of its texts. */
  addRow({ words, starts, texts, counts }: Postings, row: number, numbers: Int32Array): void {
    // Local variables: a merge visits each entry of an index, and a property is read again after each write.
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

  /** Ends the row of a word with the entries since the last row; adds no row without entries. */
  endRow(word: string): void {
    if (this.length === this.starts[this.words.length]) return;
    this.words.push(word);
    this.starts[this.words.length] = this.length;
  }

  finish(lengths: Uint32Array): Postings {
    const { words, length } = this;
    return {
      words,
      // Few entries are unused, so a view wastes little, while copying takes a millisecond per million.
      starts: this.starts.subarray(0, words.length + 1),
      texts: this.texts.subarray(0, length),
      counts: this.counts.subarray(0, length),
      lengths,
    };
  }
}

/** Row of a word; -1 if no text has it. */
export function rowOf(word: string, { words }: Postings): number {
  const row = lowerBound(words, word);
  return words[row] === word ? row : -1;
}

/** Inverse document frequency of a word; above 0, also for a word that no text has. */
export function rarityOf(word: string, postings: Postings): number {
  const { starts, lengths } = postings;
  const row = rowOf(word, postings);
  const found = row < 0 ? 0 : (starts[row + 1] ?? 0) - (starts[row] ?? 0);
  return inverseFrequency(found, lengths.length);
}

/** Inverse document frequency of a word that `found` of all texts have; above 0. */
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
  /** Penalty for long texts: the `b` of BM25, 0 to 1. */
  readonly lengthPenalty: number;
}

/** BM25 score of one word in one text without the word's rarity: 0 to {@link maxShare}. */
export function shareOf(count: number, length: number, { meanLength, lengthPenalty }: LengthNorm): number {
  const lengthFactor = 1 - lengthPenalty + (lengthPenalty * length) / meanLength;
  return (count * maxShare) / (count + k1 * lengthFactor);
}

/**
 * BM25 score of every text, as a share of the maximum possible score: 0 to 1, comparable between queries.
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
