import { type ByteSource, createByteSource, equalBytes, readAheadBytes } from '../byte-source.js';

/** Number of entries that a piece can use: those whose numbers differ only in the lowest two bits. */
const ways = 4;
const entryWords = 4;
/** The table begins small and doubles, because the first count waits for newly allocated memory. */
const firstEntryBits = 9;
const maxEntryBits = 15;
const firstArenaBytes = 1 << 14;
/** Maximum bytes of stored pieces; when full, the cache is cleared. Limits a counter's memory to about 1.5 MB. */
const maxArenaBytes = 1 << 20;
/** Maximum length of cached pieces, in bytes: longer ones rarely occur again and would evict many others. */
const maxCachedPieceLength = 1024;

/**
 * Caches the token counts of merged pieces; a piece that is itself a token is found as quickly in the rank table. An
 * entry has four words: hash, offset in the arena, length (0: empty), count.
 */
export class PieceCache {
  private entryBits = firstEntryBits;
  private entries = new Int32Array(entryWords << firstEntryBits);
  private arena: ByteSource = createByteSource(firstArenaBytes);
  private used = 0;
  private pieces = 0;

  /** Returns the token count of the piece, or 0 if it is not cached. */
  find(words: DataView, start: number, length: number, hash: number): number {
    const { entries } = this;
    const first = this.firstEntry(hash);
    for (let entry = first; entry < first + ways * entryWords; entry += entryWords) {
      if (
        entries[entry] === (hash | 0) &&
        entries[entry + 2] === length &&
        equalBytes(this.arena.words, entries[entry + 1] as number, words, start, length)
      ) {
        return entries[entry + 3] as number;
      }
    }
    return 0;
  }

  remember(bytes: Uint8Array, start: number, length: number, hash: number, count: number): void {
    if (length > maxCachedPieceLength) return;
    if (this.pieces * 2 > this.entries.length / entryWords && this.entryBits < maxEntryBits) this.growTable();
    if (this.used + length > maxArenaBytes) this.clear();
    while (this.used + length + readAheadBytes > this.arena.bytes.length) this.growArena();
    this.arena.bytes.set(bytes.subarray(start, start + length), this.used);
    this.put(hash, this.used, length, count);
    this.used += length;
    this.pieces++;
  }

  clear(): void {
    if (this.used === 0) return;
    this.entries.fill(0);
    this.used = 0;
    this.pieces = 0;
  }

  private firstEntry(hash: number): number {
    return ((hash >>> (32 - this.entryBits)) & -ways) * entryWords;
  }

  private put(hash: number, offset: number, length: number, count: number): void {
    const { entries } = this;
    const first = this.firstEntry(hash);
    let entry = first;
    while (entry < first + ways * entryWords && entries[entry + 2] !== 0) entry += entryWords;
    // All entries are used: replaces one, deterministically.
    if (entry === first + ways * entryWords) entry = first + (hash & (ways - 1)) * entryWords;
    entries[entry] = hash | 0;
    entries[entry + 1] = offset;
    entries[entry + 2] = length;
    entries[entry + 3] = count;
  }

  private growTable(): void {
    const old = this.entries;
    this.entryBits++;
    this.entries = new Int32Array(entryWords << this.entryBits);
    for (let entry = 0; entry < old.length; entry += entryWords) {
      const length = old[entry + 2] as number;
      if (length > 0)
        this.put((old[entry] as number) >>> 0, old[entry + 1] as number, length, old[entry + 3] as number);
    }
  }

  private growArena(): void {
    const larger = createByteSource(this.arena.bytes.length * 2);
    larger.bytes.set(this.arena.bytes);
    this.arena = larger;
  }
}
