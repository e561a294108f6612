import type { TokenEncoding } from '@lexichord/abstractions';
import { equalBytes, hashBytes } from './byte-source.js';
import { readTokenAsset, readWords } from './token-assets.js';

const magic = 0x4b54584c;
const version = 1;
const headerNumbers = 4;

/** What {@link RankTable.find} gives for bytes that are no token: above every place, so "the lowest" works. */
export const noToken = 0x7fffffff;

/** A slot is 0, or bits of the token's hash above its place. */
const placeBits = 21;
/** Logarithm of the number of bits of the join filter. */
const joinBits = 20;
const placeMask = (1 << placeBits) - 1;
const fingerprintMask = (1 << (32 - placeBits)) - 1;

/**
 * The vocabulary of an encoding, in an open-addressing table that is used as it lies in its file. A token is known by
 * its place, the offset of its bytes; places rise with ranks, so merging compares places and never needs the rank.
 * A slot holds 11 bits of the hash, so that bytes that are no token are mostly told without looking at a token's bytes.
 */
export class RankTable {
  private readonly slotShift: number;
  /** Places of the two-byte tokens by `first | second << 8`, 0 where not yet looked up: merging asks for these most. */
  private readonly pairPlaces = new Int32Array(0x10000);
  /** 1 where a token may hold parts of two characters that meet in these two bytes, by `first | second << 8`. */
  private readonly porous = new Uint8Array(0x10000);
  private places: Uint32Array | undefined;

  /**
   * @param slots the hash table
   * @param filter eight bits per slot: an empty bit says that no token has such a hash
   * @param arena each token's length and bytes, in rank order
   * @param porousPairs two bytes each; what they are: `tools/token-assets/character-joins.mjs`
   * @param joins a bit for each hash of bytes that meet inside a token at the end of a character
   * @param maxTokenBytes bytes in the longest token
   */
  constructor(
    private readonly slots: Uint32Array,
    private readonly filter: Uint8Array,
    private readonly arena: DataView,
    porousPairs: Uint8Array,
    private readonly joins: Uint8Array,
    readonly maxTokenBytes: number,
  ) {
    this.slotShift = Math.clz32(slots.length - 1);
    for (let at = 0; at + 1 < porousPairs.length; at += 2) {
      this.porous[(porousPairs[at] as number) | ((porousPairs[at + 1] as number) << 8)] = 1;
    }
  }

  /** Place of the token that is exactly these bytes, or {@link noToken}. */
  find(words: DataView, start: number, length: number): number {
    if (length === 2) return this.findPair(words, start);
    return length > this.maxTokenBytes
      ? noToken
      : this.findHashed(words, start, length, hashBytes(words, start, length));
  }

  /** The same, for bytes whose hash is known. */
  findHashed(words: DataView, start: number, length: number, hash: number): number {
    const { slots, arena } = this;
    const bit = hash >>> (this.slotShift - 3);
    if (((this.filter[bit >>> 3] as number) & (1 << (bit & 7))) === 0) return noToken;
    const slotMask = slots.length - 1;
    const fingerprint = hash & fingerprintMask;
    for (let at = hash >>> this.slotShift; ; at = (at + 1) & slotMask) {
      const slot = slots[at] as number;
      if (slot === 0) return noToken;
      if (slot >>> placeBits !== fingerprint) continue;
      const place = slot & placeMask;
      if (arena.getUint8(place - 1) === length && equalBytes(arena, place, words, start, length)) return place;
    }
  }

  /** Whether parts of characters may be merged across the place where these two bytes meet. */
  isPorous(first: number, second: number): boolean {
    return this.porous[first | (second << 8)] === 1;
  }

  /**
   * Whether a token may run over the place between two characters, at least one of them not ASCII. Where it is
   * false, the two sides are merged as if they were pieces of their own.
   * @param before the last two bytes of the left character, the first of them low; of an ASCII character, itself
   * @param behind the first two bytes of the right character, likewise
   */
  mayJoin(before: number, behind: number): boolean {
    const bit = Math.imul(before | (behind << 16), 0x9e3779b1) >>> (32 - joinBits);
    if (((this.joins[bit >>> 3] as number) & (1 << (bit & 7))) !== 0) return true;
    return this.isPorous(before < 0x80 ? before : before >>> 8, behind & 0xff);
  }

  /** The rank of a token by its place: its number for the model. */
  rankAt(place: number): number {
    const places = (this.places ??= this.listPlaces());
    let low = 0;
    let high = places.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private findPair(words: DataView, start: number): number {
    const pair = words.getUint16(start, true);
    const known = this.pairPlaces[pair] as number;
    if (known !== 0) return known;
    const found = this.findHashed(words, start, 2, hashBytes(words, start, 2));
    this.pairPlaces[pair] = found;
    return found;
  }

  /** Only for listing tokens; counting does without. */
  private listPlaces(): Uint32Array {
    const places: number[] = [];
    for (let at = 0; at < this.arena.byteLength && this.arena.getUint8(at) > 0; at += this.arena.getUint8(at) + 1) {
      places.push(at + 1);
    }
    return Uint32Array.from(places);
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

  const { header, body } = readTokenAsset(`${encoding}.bin`, magic, version, headerNumbers);
  const [slotCount = 0, arenaBytes = 0, pairCount = 0, maxTokenBytes = 0] = header;
  const filterStart = slotCount * 4;
  const arenaStart = filterStart + slotCount;
  const arenaEnd = arenaStart + arenaBytes;
  const joinsStart = arenaEnd + pairCount * 2;
  const table = new RankTable(
    readWords(body.subarray(0, filterStart)),
    body.subarray(filterStart, arenaStart),
    // With what follows it, since tokens are read four bytes at a time.
    new DataView(body.buffer, body.byteOffset + arenaStart, body.length - arenaStart),
    body.subarray(arenaEnd, joinsStart),
    body.subarray(joinsStart, joinsStart + 2 ** (joinBits - 3)),
    maxTokenBytes,
  );
  loaded.set(encoding, table);
  return table;
}
