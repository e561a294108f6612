import { ownCopy } from '../words/own-copy.js';
import { EntryBlocks } from './entry-blocks.js';
import type { Postings } from './postings.js';

/** Maximum count of a word in a text: the limit of the table. */
const maxCount = 0xffff;

/**
 * Counts the words of texts one by one. Stores only word counts: ten bytes for each word of a text, in the order of the
 * texts.
 */
export class PostingsEncoder {
  /** Number of each word, in the order of first occurrence. */
  private readonly numbers = new Map<string, number>();
  /** Last entry of each word, by its number. */
  private readonly lastEntries: number[] = [];
  private readonly entries = new EntryBlocks();
  /** First entry of each text. */
  private readonly starts: number[] = [];
  private start = 0;
  private readonly lengths: number[] = [];
  private length = 0;

  /**
   * Counts words of the current text.
   *
   * @param weight number of occurrences that each word counts as; a whole number from 1
   */
  count(words: readonly string[], weight = 1): void {
    this.length += words.length * weight;
    for (const word of words) {
      const number = this.numberOf(word);
      const last = this.lastEntries[number] as number;
      if (last >= this.start) this.entries.setCount(last, Math.min(this.entries.countOf(last) + weight, maxCount));
      else this.add(number, Math.min(weight, maxCount));
    }
  }

  /** Ends the current text; later counts belong to the next one. */
  endText(): void {
    this.starts.push(this.start);
    this.start = this.entries.size;
    this.lengths.push(this.length);
    this.length = 0;
  }

  /** Number of ended texts. */
  get texts(): number {
    return this.lengths.length;
  }

  /**
   * @param numbers new number of each text; -1 for an excluded one
   * @param size number of texts that are not excluded
   */
  finish(numbers: Int32Array, size: number): Postings {
    const order = new Int32Array(size);
    for (const [text, target] of numbers.entries()) if (target >= 0) order[target] = text;
    const sizes = this.entriesOfWords(order);
    const words = [...this.numbers].filter(([, number]) => (sizes[number] as number) > 0).sort(byWord);
    const starts = new Uint32Array(words.length + 1);
    const next = new Uint32Array(this.numbers.size);
    for (const [row, [, number]] of words.entries()) {
      next[number] = starts[row] as number;
      starts[row + 1] = (starts[row] as number) + (sizes[number] as number);
    }
    const texts = new Uint32Array(starts[words.length] as number);
    const counts = new Uint16Array(texts.length);
    // In ascending order of the new numbers, so that the texts of a row are ascending.
    for (const [target, text] of order.entries()) {
      for (let entry = this.starts[text] as number; entry < this.endOf(text); entry += 1) {
        const word = this.entries.wordOf(entry);
        const at = next[word] as number;
        texts[at] = target;
        counts[at] = this.entries.countOf(entry);
        next[word] = at + 1;
      }
    }
    const lengths = Uint32Array.from(order, (text) => this.lengths[text] as number);
    return { words: words.map(([word]) => word), starts, texts, counts, lengths };
  }

  private numberOf(word: string): number {
    const existing = this.numbers.get(word);
    if (existing !== undefined) return existing;
    const number = this.numbers.size;
    // A copy, so that the document's text can be released.
    this.numbers.set(ownCopy(word), number);
    this.lastEntries.push(-1);
    return number;
  }

  private add(word: number, count: number): void {
    this.lastEntries[word] = this.entries.size;
    this.entries.add(word, count);
  }

  /** Returns the number of these texts that have each word, by the word's number. */
  private entriesOfWords(texts: Int32Array): Uint32Array {
    const sizes = new Uint32Array(this.numbers.size);
    for (const text of texts) {
      for (let entry = this.starts[text] as number; entry < this.endOf(text); entry += 1) {
        const word = this.entries.wordOf(entry);
        sizes[word] = (sizes[word] as number) + 1;
      }
    }
    return sizes;
  }

  private endOf(text: number): number {
    return this.starts[text + 1] ?? this.start;
  }
}

/** Compares by code unit, the order of rows. */
function byWord([a]: readonly [string, number], [z]: readonly [string, number]): number {
  return a < z ? -1 : 1;
}
