import { addToHash, emptyHash } from '../words/hash-text.js';

const formatNumber = 1;
const startBytes = 12;

interface Header {
  readonly dimensions: number;
  readonly words: number;
  readonly wordBytes: number;
}

/** Vectors of frequent English words. */
export interface WordVectors {
  readonly dimensions: number;
  /** Row of a lower-case word; rows are sorted by frequency, the most frequent word first. */
  readonly rows: Pick<WordRows, 'rowOf' | 'size'>;
  /** Factor of each row's components. */
  readonly scales: Float32Array;
  /** The rows one after another, `dimensions` numbers each. */
  readonly numbers: Int8Array;
}

/**
 * Parses a file of word vectors: the letters `LXWV`, the format number, the length of a JSON header, the header, the
 * words in UTF-8, one per line, a scale for each word (32-bit float), and `dimensions` signed bytes for each word.
 *
 * @throws {Error} for another or a damaged file
 */
export function parseWordVectors(file: Buffer): WordVectors {
  const isExpected = file.toString('latin1', 0, 4) === 'LXWV' && file.readUInt32LE(4) === formatNumber;
  if (!isExpected) throw new RangeError('not a file of word vectors, or a file of another version');
  const wordsAt = startBytes + file.readUInt32LE(8);
  const { dimensions, words, wordBytes } = JSON.parse(file.toString('utf8', startBytes, wordsAt)) as Header;
  const scalesAt = wordsAt + wordBytes;
  const numbersAt = scalesAt + words * 4;
  // Copied to a separate buffer, because a view of floats must be aligned to four bytes.
  const scales = new Float32Array(Uint8Array.from(file.subarray(scalesAt, numbersAt)).buffer);
  const numbers = new Int8Array(file.buffer, file.byteOffset + numbersAt, file.length - numbersAt);
  if (scales.length !== words || numbers.length !== words * dimensions) throw new RangeError('the file is cut off');
  return { dimensions, rows: new WordRows(file.subarray(wordsAt, scalesAt), words), scales, numbers };
}

const newline = 10;

/**
 * Finds the row of a word in a list of words, one per line, without creating a string for each: most processes look up
 * only the few words of a query. An open-addressing hash table over the bytes of the list.
 */
export class WordRows {
  /** Row of the word in each slot; -1 for an empty slot. */
  private readonly table: Int32Array;
  /** Start of each row, and the end of the last one. */
  private readonly starts: Uint32Array;

  /**
   * @param list in UTF-8, without a line end after the last word
   * @param size number of words in the list
   * @throws {RangeError} if it has more or fewer
   */
  constructor(
    private readonly list: Uint8Array,
    readonly size: number,
  ) {
    this.table = new Int32Array(2 ** Math.ceil(Math.log2(size * 2 + 1))).fill(-1);
    this.starts = new Uint32Array(size + 1);
    let row = 0;
    let hash = emptyHash;
    for (let at = 0; at <= list.length; at += 1) {
      const byte = at < list.length ? (list[at] as number) : newline;
      if (byte !== newline) {
        hash = addToHash(hash, byte);
        continue;
      }
      if (row === size) throw new RangeError('the list has more words than its header states');
      this.put(hash, row);
      row += 1;
      this.starts[row] = at + 1;
      hash = emptyHash;
    }
    if (row !== size) throw new RangeError('the list has fewer words than its header states');
  }

  /** Returns -1 for a word that is not in the list. */
  rowOf(word: string): number {
    const bytes = Buffer.from(word, 'utf8');
    let hash = emptyHash;
    for (const byte of bytes) hash = addToHash(hash, byte);
    for (let place = this.placeOf(hash); ; place = this.after(place)) {
      const row = this.table[place] as number;
      if (row < 0 || this.isAt(row, bytes)) return row;
    }
  }

  private put(hash: number, row: number): void {
    let place = this.placeOf(hash);
    while ((this.table[place] as number) >= 0) place = this.after(place);
    this.table[place] = row;
  }

  private placeOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.table.length - 1);
  }

  private after(place: number): number {
    return (place + 1) & (this.table.length - 1);
  }

  private isAt(row: number, bytes: Uint8Array): boolean {
    const start = this.starts[row] as number;
    if ((this.starts[row + 1] as number) - start - 1 !== bytes.length) return false;
    return bytes.every((byte, index) => this.list[start + index] === byte);
  }
}
