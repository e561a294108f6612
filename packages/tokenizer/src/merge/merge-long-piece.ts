import { type ByteSource, equalBytes, isContinuation } from '../byte-source.js';

/** New bytes merged at a time: so few that merging them costs little more than scanning them. */
const chunkBytes = 1 << 11;
/** Bytes that are merged again with the next chunk: a few of the longest tokens. */
const overlapBytes = 1 << 9;
/** Bytes of tokens required after the requested ones, so that the rest of the text cannot reduce their number. */
const certaintyBytes = 1 << 10;
const firstRoom = 1 << 12;

/** Merges bytes as a separate piece; the bounds are in `partStarts`, from 0, until the next call. */
export interface ChunkMerger {
  readonly partStarts: Int32Array;
  /** Returns the number of parts. */
  mergeWhole(source: ByteSource, start: number, length: number): number;
}

/**
 * Merges a long piece chunk by chunk, in linear time. Each chunk begins at a token that was found before, and overlaps
 * the merged part; from a common token on, the tokens of the chunk replace the earlier ones.
 *
 * This is exact. A row of tokens is the result of merging if and only if every two adjacent tokens are the result for
 * their bytes alone: the first merge across a bound would be the next one with or without the rest of the piece. So two
 * rows can be joined at a common token. If they have none, the overlap doubles, at worst until a chunk contains the
 * whole piece.
 */
export class LongPieceMerger {
  /** Offsets of the tokens in the piece and, after the last one, the end of the merged text. */
  partStarts = new Int32Array(firstRoom);
  private parts = 0;

  /** @param start offset of the piece in the source */
  constructor(
    private readonly chunks: ChunkMerger,
    private readonly source: ByteSource,
    private readonly start: number,
  ) {}

  /**
   * Returns the number of tokens of the first `length` bytes. Must be called only once.
   * @param maxParts merging stops well after this number of tokens; then only the fact that the result is larger is
   * valid
   */
  merge(length: number, maxParts: number): number {
    const { source, start } = this;
    let overlap = overlapBytes;
    let chunkStart = 0;
    let chunkLength = 0;
    let chunkParts = 0;
    for (let covered = 0; covered < length && !this.isBehind(maxParts, covered); covered = this.end) {
      const first = this.lastPartUpTo(covered - overlap);
      const from = this.partStarts[first] as number;
      const fresh = Math.max(chunkBytes, overlap);
      const end = Math.max(from + overlap + fresh, covered + fresh / 2);
      const to = characterFloor(source.bytes, start, Math.min(length, end));
      // A run of one character gives the same chunk repeatedly.
      const isSame =
        to - from === chunkLength &&
        equalBytes(source.words, start + chunkStart, source.words, start + from, chunkLength);
      if (!isSame) chunkParts = this.chunks.mergeWhole(source, start + from, to - from);
      chunkStart = from;
      chunkLength = to - from;
      if (!this.join(first, chunkParts)) overlap *= 2;
    }
    return this.parts;
  }

  /** End of the text to merge, in bytes from the start of the piece. */
  private get end(): number {
    return this.partStarts[this.parts] as number;
  }

  private isBehind(maxParts: number, covered: number): boolean {
    return this.parts > maxParts && (this.partStarts[maxParts] as number) <= covered - certaintyBytes;
  }

  /** Last token that begins at a character, at or before `limit`; 0 if there is none. */
  private lastPartUpTo(limit: number): number {
    const { bytes } = this.source;
    let part = this.parts;
    while (part > 0) {
      const offset = this.partStarts[part] as number;
      if (offset <= limit && !isContinuation(bytes[this.start + offset] as number)) break;
      part--;
    }
    return part;
  }

  /**
   * Replaces tokens by those of the chunk that begins at the token `first`, from the first common token. Returns false
   * if there is none.
   */
  private join(first: number, chunkParts: number): boolean {
    const base = this.partStarts[first] as number;
    const chunkStarts = this.chunks.partStarts;
    const startOf = (part: number): number => base + (chunkStarts[part] as number);
    // A chunk at the start of the piece replaces all tokens.
    let known = first === 0 ? 0 : first + 1;
    let fresh = first === 0 ? 0 : 1;
    while (first > 0) {
      if (known > this.parts || fresh > chunkParts) return false;
      const difference = (this.partStarts[known] as number) - startOf(fresh);
      const isShared = difference === 0 && this.partStarts[known - 1] === startOf(fresh - 1);
      if (isShared) break;
      if (difference <= 0) known++;
      if (difference >= 0) fresh++;
    }
    this.makeRoom(known + chunkParts - fresh);
    for (; fresh <= chunkParts; fresh++, known++) this.partStarts[known] = startOf(fresh);
    this.parts = known - 1;
    return true;
  }

  private makeRoom(parts: number): void {
    if (parts < this.partStarts.length) return;
    const larger = new Int32Array(2 * parts);
    larger.set(this.partStarts);
    this.partStarts = larger;
  }
}

/** Start of the character at an offset of a piece; the end of the piece is one, because a character or 0xff follows. */
function characterFloor(bytes: Uint8Array, start: number, offset: number): number {
  let at = offset;
  while (at > 0 && isContinuation(bytes[start + at] as number)) at--;
  return at;
}
