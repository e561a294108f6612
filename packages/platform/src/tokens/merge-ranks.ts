import { mergeLongPiece } from './merge-long-piece.js';
import { noRank, type RankTable } from './rank-table.js';
import type { ByteSource } from './byte-source.js';

/** Longest piece, in bytes, that is merged by scanning an array; above, the heap's n·log n wins over n². */
const longestScannedPiece = 96;

/**
 * Byte-pair merging of one piece: again and again the leftmost pair of lowest rank becomes one part, until no pair
 * is a token. The parts' bounds are left in scratch memory that the next merge overwrites.
 */
export class PieceMerger {
  /** Offsets of the parts, relative to the piece, after a merge; one more entry than parts. */
  partStarts: Int32Array = new Int32Array(longestScannedPiece + 1);
  /** Rank of the pair that begins at each part. */
  private readonly pairRanks = new Int32Array(longestScannedPiece + 1);

  constructor(private readonly ranks: RankTable) {}

  /** Merges the `length` bytes at `start` and returns the number of parts, which is the number of tokens. */
  merge(source: ByteSource, start: number, length: number): number {
    if (length <= longestScannedPiece) return this.mergeByScanning(source, start, length);
    const { partStarts, partCount } = mergeLongPiece(this.ranks, source, start, length);
    this.partStarts = partStarts;
    return partCount;
  }

  private mergeByScanning({ bytes, words }: ByteSource, start: number, length: number): number {
    const { partStarts, pairRanks, ranks } = this;
    let parts = length;
    let best = noRank;
    let bestPart = 0;
    for (let part = 0; part < length; part++) {
      partStarts[part] = part;
      const rank =
        part + 1 < length ? ranks.findPair(bytes[start + part] as number, bytes[start + part + 1] as number) : noRank;
      pairRanks[part] = rank;
      if (rank < best) {
        best = rank;
        bestPart = part;
      }
    }
    partStarts[length] = length;

    while (best !== noRank) {
      parts--;
      for (let part = bestPart + 1; part < parts; part++) {
        partStarts[part] = partStarts[part + 1] as number;
        pairRanks[part] = pairRanks[part + 1] as number;
      }
      partStarts[parts] = length;
      pairRanks[parts - 1] = noRank;
      for (let part = bestPart > 0 ? bestPart - 1 : 0; part <= bestPart && part < parts - 1; part++) {
        const from = partStarts[part] as number;
        pairRanks[part] = ranks.find(words, start + from, (partStarts[part + 2] as number) - from);
      }
      best = noRank;
      for (let part = 0; part < parts; part++) {
        const rank = pairRanks[part] as number;
        if (rank < best) {
          best = rank;
          bestPart = part;
        }
      }
    }
    return parts;
  }
}
