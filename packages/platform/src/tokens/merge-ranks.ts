import type { ByteSource } from './byte-source.js';
import { mergeManyAtoms } from './merge-many-atoms.js';
import { noToken, type RankTable } from './rank-table.js';
import { splitIntoAtoms } from './split-into-atoms.js';

/** Most atoms that are merged by scanning an array; above, the heap's n·log n wins over n². */
const mostScannedAtoms = 96;
/** Working memory is kept up to this many atoms; a longer piece brings its own. */
const keptAtoms = 1 << 12;

/**
 * Byte-pair merging of one piece: again and again the leftmost pair of lowest rank becomes one part, until no pair
 * is a token. The parts' bounds are left in working memory that the next merge overwrites.
 */
export class PieceMerger {
  /** Offsets of the parts within the piece after a merge; one more entry than parts. */
  partStarts = new Int32Array(keptAtoms + 1);
  private readonly keptStarts = this.partStarts;
  /** Place (which rises with the rank) of the pair that begins at each part. */
  private readonly pairPlaces = new Int32Array(mostScannedAtoms + 1);

  constructor(private readonly ranks: RankTable) {}

  /** Merges the `length` bytes at `start` and returns the number of parts, which is the number of tokens. */
  merge(source: ByteSource, start: number, length: number): number {
    this.partStarts = length <= keptAtoms ? this.keptStarts : new Int32Array(length + 1);
    const atoms = splitIntoAtoms(this.ranks, source, start, length, this.partStarts);
    return atoms <= mostScannedAtoms
      ? this.mergeByScanning(source, start, atoms)
      : mergeManyAtoms(this.ranks, source, start, this.partStarts, atoms);
  }

  private mergeByScanning({ words }: ByteSource, start: number, atoms: number): number {
    const { partStarts, pairPlaces, ranks } = this;
    let parts = atoms;
    let best = noToken;
    let bestPart = 0;
    for (let part = 0; part + 1 < atoms; part++) {
      const from = partStarts[part] as number;
      const place = ranks.find(words, start + from, (partStarts[part + 2] as number) - from);
      pairPlaces[part] = place;
      if (place < best) {
        best = place;
        bestPart = part;
      }
    }
    pairPlaces[parts - 1] = noToken;

    while (best !== noToken) {
      parts--;
      for (let part = bestPart + 1; part <= parts; part++) {
        partStarts[part] = partStarts[part + 1] as number;
        pairPlaces[part] = pairPlaces[part + 1] as number;
      }
      pairPlaces[parts - 1] = noToken;
      for (let part = bestPart > 0 ? bestPart - 1 : 0; part <= bestPart && part + 1 < parts; part++) {
        const from = partStarts[part] as number;
        pairPlaces[part] = ranks.find(words, start + from, (partStarts[part + 2] as number) - from);
      }
      best = noToken;
      for (let part = 0; part < parts; part++) {
        const place = pairPlaces[part] as number;
        if (place < best) {
          best = place;
          bestPart = part;
        }
      }
    }
    return parts;
  }
}
