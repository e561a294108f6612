import { equalBytes, hashBytes } from '../byte-source.js';
import { joinBit } from './character-joins.js';

/**
 * Result of {@link RankTable.find} for bytes that are not a token: greater than every offset, for computing a minimum.
 */
export const noToken = 0x7fffffff;

/** Bits of a token's offset in a slot; the bits above are of its hash. An empty slot is 0. */
export const offsetBits = 21;
/** Base-2 logarithm of the number of filter bits per slot. */
export const filterBitsPerSlot = 3;
const offsetMask = (1 << offsetBits) - 1;
const fingerprintMask = (1 << (32 - offsetBits)) - 1;

/** Parts of a {@link RankTable}. */
export interface RankTableParts {
  /** The hash table. */
  readonly slots: Uint32Array;
  /** Eight bits per slot: a 0 bit means that no token has such a hash. */
  readonly filter: Uint8Array;
  /** Each token's length and bytes, in rank order. */
  readonly arena: DataView;
  /** Two bytes each: `CharacterJoins.porousPairs`. */
  readonly porousPairs: Uint8Array;
  /** `CharacterJoins.joinFilter`. */
  readonly joins: Uint8Array;
  /** Length of the longest token, in bytes. */
  readonly maxTokenBytes: number;
  /** Rank of each token in rank order. Default: their indices. */
  readonly ranks?: Uint32Array;
}

/**
 * The vocabulary of an encoding, in an open-addressing table that is used in the form of its file. A token is
 * identified by the offset of its bytes; offsets increase with ranks, so merging compares offsets and never needs the
 * rank. A slot has 11 bits of the hash, so that most bytes that are not a token are rejected without reading a token's
 * bytes.
 */
export class RankTable {
  readonly maxTokenBytes: number;
  private readonly slots: Uint32Array;
  private readonly filter: Uint8Array;
  private readonly arena: DataView;
  private readonly joins: Uint8Array;
  private readonly ranks: Uint32Array | undefined;
  private readonly slotShift: number;
  /**
   * Offsets of the two-byte tokens by `first | second << 8`, 0 if not looked up yet: the most frequent queries of
   * merging.
   */
  private readonly pairOffsets = new Int32Array(0x10000);
  /** 1 if a token may contain parts of characters that meet in these two bytes, by `first | second << 8`. */
  private readonly porous = new Uint8Array(0x10000);
  private offsets: Uint32Array | undefined;

  constructor({ slots, filter, arena, porousPairs, joins, maxTokenBytes, ranks }: RankTableParts) {
    this.slots = slots;
    this.filter = filter;
    this.arena = arena;
    this.joins = joins;
    this.maxTokenBytes = maxTokenBytes;
    this.ranks = ranks;
    this.slotShift = Math.clz32(slots.length - 1);
    for (let at = 0; at + 1 < porousPairs.length; at += 2) {
      this.porous[(porousPairs[at] as number) | ((porousPairs[at + 1] as number) << 8)] = 1;
    }
  }

  /** Returns the offset of the token with exactly these bytes, or {@link noToken}. */
  find(words: DataView, start: number, length: number): number {
    if (length === 2) return this.findPair(words, start);
    return length > this.maxTokenBytes
      ? noToken
      : this.findHashed(words, start, length, hashBytes(words, start, length));
  }

  /** Like `find`, for bytes with a computed hash. */
  findHashed(words: DataView, start: number, length: number, hash: number): number {
    const { slots, arena } = this;
    const bit = hash >>> (this.slotShift - filterBitsPerSlot);
    if (((this.filter[bit >>> 3] as number) & (1 << (bit & 7))) === 0) return noToken;
    const slotMask = slots.length - 1;
    const fingerprint = hash & fingerprintMask;
    for (let at = hash >>> this.slotShift; ; at = (at + 1) & slotMask) {
      const slot = slots[at] as number;
      if (slot === 0) return noToken;
      if (slot >>> offsetBits !== fingerprint) continue;
      const offset = slot & offsetMask;
      if (arena.getUint8(offset - 1) === length && equalBytes(arena, offset, words, start, length)) return offset;
    }
  }

  /** Whether parts of characters may be merged across the boundary of these two bytes. */
  isPorous(first: number, second: number): boolean {
    return this.porous[first | (second << 8)] === 1;
  }

  /**
   * Whether a token may span the boundary of two characters, at least one of them not ASCII. If false, the two sides
   * are merged as separate pieces.
   * @param before as in {@link joinBit}
   * @param behind likewise
   */
  mayJoin(before: number, behind: number): boolean {
    const bit = joinBit(before, behind);
    if (((this.joins[bit >>> 3] as number) & (1 << (bit & 7))) !== 0) return true;
    return this.isPorous(before < 0x80 ? before : before >>> 8, behind & 0xff);
  }

  /** Returns the rank of a token by its offset: its id in the model. */
  rankAt(offset: number): number {
    const offsets = (this.offsets ??= this.listOffsets());
    let low = 0;
    let high = offsets.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((offsets[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return this.ranks?.[low] ?? low;
  }

  private findPair(words: DataView, start: number): number {
    const pair = words.getUint16(start, true);
    const cached = this.pairOffsets[pair] as number;
    if (cached !== 0) return cached;
    const found = this.findHashed(words, start, 2, hashBytes(words, start, 2));
    this.pairOffsets[pair] = found;
    return found;
  }

  /** Needed only for listing tokens, not for counting. */
  private listOffsets(): Uint32Array {
    const offsets: number[] = [];
    for (let at = 0; at < this.arena.byteLength && this.arena.getUint8(at) > 0; at += this.arena.getUint8(at) + 1) {
      offsets.push(at + 1);
    }
    return Uint32Array.from(offsets);
  }
}
