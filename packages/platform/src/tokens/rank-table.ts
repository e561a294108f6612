import { ErrorCode, LexichordError, type TokenEncoding } from '@lexichord/abstractions';
import { type ByteSource, createByteSource, equalBytes, hashBytes } from './byte-source.js';
import { readTokenAsset } from './token-assets.js';

const magic = 0x4b54584c;
const version = 1;

/** What {@link RankTable.find} gives for bytes that are no token. Larger than every rank, so "lowest rank" works. */
export const noRank = 0x7fffffff;

/** A slot is a fingerprint above a rank + 1; the largest vocabulary has 199,998 tokens. */
const rankBits = 18;
const rankMask = (1 << rankBits) - 1;
const fingerprintMask = (1 << (32 - rankBits)) - 1;

/**
 * The vocabulary of an encoding: bytes to rank, through an open-addressing table with linear probing. A slot carries
 * 14 bits of the hash, so that bytes that are no token are told from a token without looking at the tokens' bytes.
 */
export class RankTable {
  /** Bytes in the longest token. */
  readonly maxTokenBytes: number;
  private readonly arena: ByteSource;
  /** Where each token's bytes start; one more entry than tokens. */
  private readonly starts: Uint32Array;
  private readonly slots: Uint32Array;
  private readonly slotShift: number;
  /** Ranks of the two-byte tokens, by `first | second << 8`; merging starts with these. */
  private readonly pairRanks: Int32Array;

  constructor(lengths: Uint8Array, tokenBytes: Uint8Array) {
    this.arena = createByteSource(tokenBytes.length);
    this.arena.bytes.set(tokenBytes);
    this.starts = new Uint32Array(lengths.length + 1);
    this.pairRanks = new Int32Array(0x10000).fill(noRank);
    // A load between 0.38 and 0.76 would do for hits; the lower half keeps misses at one or two probes.
    this.slotShift = Math.clz32(lengths.length * 2 - 1);
    this.slots = new Uint32Array(2 ** (32 - this.slotShift));
    this.maxTokenBytes = this.fill(lengths);
  }

  /** Bytes of the token of a rank. */
  bytesOf(rank: number): Uint8Array {
    return this.arena.bytes.slice(this.starts[rank], this.starts[rank + 1]);
  }

  /** Rank of the token that is exactly these bytes, or {@link noRank}. */
  find(words: DataView, start: number, length: number): number {
    if (length > this.maxTokenBytes) return noRank;
    const { slots, starts } = this;
    const slotMask = slots.length - 1;
    const hash = hashBytes(words, start, length);
    const fingerprint = hash & fingerprintMask;
    for (let at = hash >>> this.slotShift; ; at = (at + 1) & slotMask) {
      const slot = slots[at] as number;
      if (slot === 0) return noRank;
      if (slot >>> rankBits !== fingerprint) continue;
      const rank = (slot & rankMask) - 1;
      const tokenStart = starts[rank] as number;
      if ((starts[rank + 1] as number) - tokenStart !== length) continue;
      if (equalBytes(this.arena.words, tokenStart, words, start, length)) return rank;
    }
  }

  /** Rank of the token of two bytes, or {@link noRank}. */
  findPair(first: number, second: number): number {
    return this.pairRanks[first | (second << 8)] as number;
  }

  private fill(lengths: Uint8Array): number {
    const { starts, slots, arena, pairRanks, slotShift } = this;
    const slotMask = slots.length - 1;
    let start = 0;
    let longest = 0;
    for (let rank = 0; rank < lengths.length; rank++) {
      const length = lengths[rank] as number;
      const hash = hashBytes(arena.words, start, length);
      let at = hash >>> slotShift;
      while (slots[at] !== 0) at = (at + 1) & slotMask;
      slots[at] = ((hash & fingerprintMask) << rankBits) | (rank + 1);
      if (length === 2) pairRanks[arena.words.getUint16(start, true)] = rank;
      if (length > longest) longest = length;
      starts[rank] = start;
      start += length;
    }
    starts[lengths.length] = start;
    return longest;
  }
}

const loaded = new Map<TokenEncoding, RankTable>();

/**
 * The rank table of an encoding, read at the first call and then shared by every counter of the process.
 * @throws {LexichordError} `io-failed` if the asset is missing or damaged
 */
export function loadRankTable(encoding: TokenEncoding): RankTable {
  const known = loaded.get(encoding);
  if (known) return known;

  const { header, body } = readTokenAsset(`${encoding}.bin`, magic, version, 2);
  const [tokenCount = 0, arenaBytes = 0] = header;
  if (body.length !== tokenCount + arenaBytes) {
    throw new LexichordError(
      ErrorCode.ioFailed,
      `The token asset ${encoding}.bin is incomplete. Install @lexichord/platform again, or run tools/token-assets/generate.mjs.`,
      { details: { encoding, expectedBytes: tokenCount + arenaBytes, actualBytes: body.length } },
    );
  }
  const table = new RankTable(body.subarray(0, tokenCount), body.subarray(tokenCount));
  loaded.set(encoding, table);
  return table;
}
