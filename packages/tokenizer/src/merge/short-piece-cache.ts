import { lowBytesMask } from '../byte-source.js';

/** Maximum length of a piece in this cache, in bytes. */
export const maxShortPieceLength = 16;

const entryBits = 11;
const entryWords = 8;

/**
 * Cache of the token counts of recent pieces, up to 16 bytes: an entry has four words of bytes, a length and a count.
 * Direct-mapped with 64 KB, so that it fits into the processor's second-level cache, unlike the rank table. Most pieces
 * of a text occur repeatedly, and cost one comparison here, without hashing single bytes.
 */
export class ShortPieceCache {
  private readonly entries = new Int32Array(entryWords << entryBits);
  /** Slot of the last unsuccessful {@link find}, used by {@link remember}. */
  private slot = 0;
  private readonly key = new Int32Array(4);

  /** Returns the token count of the piece of 2 to 16 bytes at `start`, or 0 if it is not cached. */
  find(words: DataView, start: number, length: number): number {
    const { entries } = this;
    let a: number;
    let b = 0;
    let c = 0;
    let d = 0;
    let hash: number;
    if (length <= 4) {
      a = words.getInt32(start, true) & (lowBytesMask[length] as number);
      hash = Math.imul(a ^ length, 0x9e3779b1);
    } else {
      a = words.getInt32(start, true);
      if (length <= 8) {
        b = words.getInt32(start + 4, true) & (lowBytesMask[length - 4] as number);
        hash = Math.imul(a ^ length, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
      } else {
        b = words.getInt32(start + 4, true);
        if (length <= 12) c = words.getInt32(start + 8, true) & (lowBytesMask[length - 8] as number);
        else {
          c = words.getInt32(start + 8, true);
          d = words.getInt32(start + 12, true) & (lowBytesMask[length - 12] as number);
        }
        hash =
          Math.imul(a ^ length, 0x9e3779b1) ^
          Math.imul(b, 0x85ebca6b) ^
          Math.imul(c ^ (d >>> 13) ^ Math.imul(d, 0x27d4eb2f), 0xc2b2ae35);
      }
    }
    hash ^= hash >>> 15;
    const slot = ((hash >>> 2) & ((1 << entryBits) - 1)) * entryWords;
    if (
      entries[slot] === a &&
      entries[slot + 4] === length &&
      entries[slot + 1] === b &&
      entries[slot + 2] === c &&
      entries[slot + 3] === d
    )
      return entries[slot + 5] as number;
    this.slot = slot;
    this.key[0] = a;
    this.key[1] = b;
    this.key[2] = c;
    this.key[3] = d;
    return 0;
  }

  clear(): void {
    this.entries.fill(0);
  }

  /** Stores a piece, replacing the one in its slot. */
  remember(words: DataView, start: number, length: number, count: number): void {
    if (this.find(words, start, length) !== 0) return;
    const { entries, slot, key } = this;
    entries[slot] = key[0] as number;
    entries[slot + 1] = key[1] as number;
    entries[slot + 2] = key[2] as number;
    entries[slot + 3] = key[3] as number;
    entries[slot + 4] = length;
    entries[slot + 5] = count;
  }
}
