import { type ByteSource, characterWidth } from '../byte-source.js';
import { noToken, type RankTable } from '../ranks/rank-table.js';
import { LongPieceMerger } from './merge-long-piece.js';
import { mergeManyAtoms } from './merge-many-atoms.js';

/** Maximum number of atoms that are merged by scanning an array; above it, the heap's n·log n is faster than n². */
const maxScannedAtoms = 96;
/** Number of atoms up to which working memory is reused; a longer piece allocates its own. */
const keptAtoms = 1 << 12;
/** Maximum size of a piece that is merged as a whole, in bytes; longer ones are merged in chunks. */
export const maxWholePieceLength = 1 << 12;

/**
 * Byte-pair merging of one piece: repeatedly merges the leftmost pair with the lowest rank, until no pair is a token.
 * The bounds of the parts are in working memory that the next merge overwrites.
 */
export class PieceMerger {
  /** Offsets of the parts in the piece after a merge; one entry more than parts. */
  partStarts: Int32Array = new Int32Array(keptAtoms + 1);
  private readonly keptStarts = this.partStarts;
  /** Token offset (which increases with the rank) of the pair that begins at each part. */
  private readonly pairOffsets = new Int32Array(maxScannedAtoms + 1);

  constructor(private readonly ranks: RankTable) {}

  /**
   * Merges the `length` bytes at `start` and returns the number of parts, which is the number of tokens.
   * @param maxParts a long piece is not merged far beyond it; then only the fact that the result is larger is valid
   */
  merge(source: ByteSource, start: number, length: number, maxParts = Infinity): number {
    if (length <= maxWholePieceLength) return this.mergeWhole(source, start, length);
    const longPiece = new LongPieceMerger(this, source, start);
    const parts = longPiece.merge(length, maxParts);
    this.partStarts = longPiece.partStarts;
    return parts;
  }

  /** Merges a piece of any length at once. */
  mergeWhole(source: ByteSource, start: number, length: number): number {
    this.partStarts = length <= keptAtoms ? this.keptStarts : new Int32Array(length + 1);
    const atoms = splitIntoAtoms(this.ranks, source, start, length, this.partStarts);
    return atoms <= maxScannedAtoms
      ? this.mergeByScanning(source, start, atoms)
      : mergeManyAtoms(this.ranks, source, start, this.partStarts, atoms);
  }

  private mergeByScanning({ words }: ByteSource, start: number, atoms: number): number {
    const { partStarts, pairOffsets } = this;
    let parts = atoms;
    let best = noToken;
    let bestPart = 0;
    for (let part = 0; part + 1 < atoms; part++) {
      const offset = this.offsetOf(words, start, partStarts[part] as number, partStarts[part + 2] as number);
      pairOffsets[part] = offset;
      if (offset < best) {
        best = offset;
        bestPart = part;
      }
    }
    pairOffsets[parts - 1] = noToken;

    while (best !== noToken) {
      // The new part and the previous one have new pairs; later parts move up, in the same pass as the search.
      const merged = bestPart;
      parts--;
      const from = partStarts[merged] as number;
      const end = partStarts[merged + 2] as number;
      const before = merged > 0 ? this.offsetOf(words, start, partStarts[merged - 1] as number, end) : noToken;
      const after = merged + 1 < parts ? this.offsetOf(words, start, from, partStarts[merged + 3] as number) : noToken;
      if (merged > 0) pairOffsets[merged - 1] = before;
      pairOffsets[merged] = after;
      best = noToken;
      for (let part = 0; part <= merged; part++) {
        const offset = pairOffsets[part] as number;
        if (offset < best) {
          best = offset;
          bestPart = part;
        }
      }
      for (let part = merged + 1; part < parts; part++) {
        const offset = pairOffsets[part + 1] as number;
        pairOffsets[part] = offset;
        partStarts[part] = partStarts[part + 1] as number;
        if (offset < best) {
          best = offset;
          bestPart = part;
        }
      }
      partStarts[parts] = partStarts[parts + 1] as number;
    }
    return parts;
  }

  private offsetOf(words: DataView, start: number, from: number, to: number): number {
    return this.ranks.find(words, start + from, to - from);
  }
}

/**
 * Splits a piece into the initial parts of merging: single bytes, or whole characters if the tokens are the same. They
 * are the same if a character is itself a token and no token contains parts of characters across its two ends; every
 * merge has a higher rank than the merges of its parts (checked by the asset generator), so the order of merges between
 * characters does not change. Saves two of three merges in Chinese.
 * @param atomStarts receives the offsets of the atoms in the piece and, after the last one, the piece's length; has a
 * capacity of `length + 1`
 * @returns the number of atoms
 */
function splitIntoAtoms(
  ranks: RankTable,
  { bytes, words }: ByteSource,
  start: number,
  length: number,
  atomStarts: Int32Array,
): number {
  let atoms = 0;
  let isPorousBefore = false;
  for (let offset = 0; offset < length;) {
    const width = characterWidth(bytes[start + offset] as number);
    const after = offset + width;
    const isPorousAfter =
      after < length && ranks.isPorous(bytes[start + after - 1] as number, bytes[start + after] as number);
    const isWhole =
      width === 1 || (!isPorousBefore && !isPorousAfter && ranks.find(words, start + offset, width) !== noToken);
    if (isWhole) atomStarts[atoms++] = offset;
    else for (let byte = offset; byte < after; byte++) atomStarts[atoms++] = byte;
    offset = after;
    isPorousBefore = isPorousAfter;
  }
  atomStarts[atoms] = length;
  return atoms;
}
