/** Maximum number of entries of a block; the first block grows up to it, doubling. */
const blockBits = 16;
const maxEntries = 1 << blockBits;
const minEntries = 1 << 10;
/** Bits of an entry's number that are its index in its block. */
const offsetBits = maxEntries - 1;

interface Block {
  readonly words: Uint32Array;
  readonly counts: Uint16Array;
}

/**
 * Appends words with their counts, six bytes each, in blocks: growing neither copies all entries nor allocates memory
 * for as many unused ones.
 */
export class EntryBlocks {
  private readonly blocks: Block[] = [emptyBlock(minEntries)];
  private length = 0;

  /** Number of entries. */
  get size(): number {
    return this.length;
  }

  add(word: number, count: number): void {
    const at = this.length & offsetBits;
    const { words, counts } = this.blockFor(this.length >>> blockBits, at);
    words[at] = word;
    counts[at] = count;
    this.length += 1;
  }

  wordOf(entry: number): number {
    return (this.blocks[entry >>> blockBits] as Block).words[entry & offsetBits] as number;
  }

  countOf(entry: number): number {
    return (this.blocks[entry >>> blockBits] as Block).counts[entry & offsetBits] as number;
  }

  setCount(entry: number, count: number): void {
    (this.blocks[entry >>> blockBits] as Block).counts[entry & offsetBits] = count;
  }

  /** Returns the block with a number, with capacity for an entry. */
  private blockFor(number: number, at: number): Block {
    const block = this.blocks[number];
    if (block !== undefined && at < block.words.length) return block;
    const grown = emptyBlock(block === undefined ? maxEntries : 2 * at);
    if (block !== undefined) {
      grown.words.set(block.words);
      grown.counts.set(block.counts);
    }
    this.blocks[number] = grown;
    return grown;
  }
}

function emptyBlock(entries: number): Block {
  return { words: new Uint32Array(entries), counts: new Uint16Array(entries) };
}
