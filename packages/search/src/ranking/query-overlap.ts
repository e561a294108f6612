/** The words of a query with their weights. */
export interface QueryWeights {
  readonly rarities: ReadonlyMap<string, number>;
  /** Sum of all weights. */
  readonly total: number;
}

/** Overlap of the words of a name and of a query. */
export interface Overlap {
  /** Share of the query's weight that the name has, 0 to 1. */
  readonly coverage: number;
  /** Share of the name's words that the query has, 0 to 1. */
  readonly precision: number;
}

/** Minimum length of a common beginning of related words, such as `format` in `formatter`. */
const minCommonStartLength = 5;

/** Weight of a related word, as a share of an equal one. */
const relatedWeight = 0.7;

/** @param words distinct */
export function overlapWith(words: readonly string[], { rarities, total }: QueryWeights): Overlap {
  if (words.length === 0 || total === 0) return { coverage: 0, precision: 0 };
  let covered = 0;
  let precise = 0;
  for (const word of words) {
    const equal = rarities.get(word);
    if (equal !== undefined) {
      covered += equal;
      precise += 1;
      continue;
    }
    const related = relatedRarity(word, rarities);
    covered += related * relatedWeight;
    precise += related > 0 ? relatedWeight : 0;
  }
  return { coverage: Math.min(1, covered / total), precision: precise / words.length };
}

function relatedRarity(word: string, rarities: ReadonlyMap<string, number>): number {
  if (word.length < minCommonStartLength) return 0;
  let max = 0;
  for (const [other, rarity] of rarities) {
    const isRelated = other.length >= minCommonStartLength && (other.startsWith(word) || word.startsWith(other));
    if (isRelated && rarity > max) max = rarity;
  }
  return max;
}
