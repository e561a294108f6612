const newline = 10;
const hashStart = 0x811c9dc5;

/**
 * Finds the row of a word in a list of words, one a line, without making a string of each: most processes look up the
 * few words of a query. An open hash table over the bytes of the list.
 */
export class WordRows {
  /** Row of the word at each place; -1 where there is none. */
  private readonly table: Int32Array;
  /** Where each row begins, and where the one after the last would. */
  private readonly starts: Uint32Array;

  /**
   * @param list in UTF-8, no line end after the last word
   * @param size words of the list
   * @throws {RangeError} if it has more or fewer
   */
  constructor(
    private readonly list: Uint8Array,
    readonly size: number,
  ) {
    this.table = new Int32Array(2 ** Math.ceil(Math.log2(size * 2 + 1))).fill(-1);
    this.starts = new Uint32Array(size + 1);
    let row = 0;
    let hash = hashStart;
    for (let at = 0; at <= list.length; at += 1) {
      const byte = at < list.length ? (list[at] as number) : newline;
      if (byte !== newline) {
        hash = Math.imul(hash ^ byte, 0x01000193);
        continue;
      }
      if (row === size) throw new RangeError('the list has more words than it says');
      this.put(hash, row);
      row += 1;
      this.starts[row] = at + 1;
      hash = hashStart;
    }
    if (row !== size) throw new RangeError('the list has fewer words than it says');
  }

  /** -1 for a word that is not in the list. */
  rowOf(word: string): number {
    const bytes = Buffer.from(word, 'utf8');
    let hash = hashStart;
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
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
