import type { ChunkKind } from '@lexichord/abstractions';

/** Weights of the signals besides words and meaning, whose sum is between 0 and 1. 0: the signal is ignored. */
export interface RankingWeights {
  /** A definition whose name matches the query. */
  readonly definition: number;
  /** The name of the file. */
  readonly fileName: number;
  /** The names of its folders. */
  readonly folder: number;
  /** A file with many matching chunks. */
  readonly coherence: number;
  /** A place that the query names. */
  readonly place: number;
  /** A file changed by earlier commits with messages similar to the query. */
  readonly history: number;
  /** A file that was changed recently. */
  readonly recentChange: number;
  /** A file whose best chunk is as good as the best one of all. */
  readonly file: number;
  /** A function, or other code that is often changed. */
  readonly kind: number;
  /** A chunk that uses definitions of the best chunks, or defines names that they use. */
  readonly related: number;
  /** Share of the penalties for kinds of file that is applied, 0 to 1. */
  readonly penalties: number;
  /** Factor on a chunk that only imports, or re-exports the definitions of other files, 0 to 1. */
  readonly barrel: number;
  /** Factor of each further hit of a file relative to the one before. */
  readonly repeatedFile: number;
  /** Exponent: the nth hit of a file counts n to the power of minus this. */
  readonly repeatedFileDecay: number;
  /** Factor on the whole sum: scores of more signals are then about as high as those of fewer. */
  readonly scale: number;
}

/**
 * Calibrated on questions about ten repositories (`benchmarks/src/quality`): any of them can be halved or doubled at a
 * loss of at most 0.01 NDCG@10.
 */
export const defaultRankingWeights: RankingWeights = {
  definition: 0.5,
  fileName: 0.5,
  folder: 0.15,
  coherence: 0.3,
  place: 1.5,
  history: 0,
  recentChange: 0,
  file: 0,
  kind: 0,
  related: 0,
  penalties: 1,
  barrel: 0.8,
  repeatedFile: 0.4,
  repeatedFileDecay: 0,
  scale: 1,
};

/**
 * The weights of a search for a pack, learned from commits (ADR 0106). A change often touches several places of one
 * file, so the file counts as well as the chunk, and its further chunks count nearly as much as the first; the packer
 * ensures that a small pack has places of several files.
 */
export const packRankingWeights: RankingWeights = {
  ...defaultRankingWeights,
  history: 0.2,
  recentChange: 0.3,
  file: 0.6,
  kind: 0.1,
  related: 0.2,
  barrel: 1,
  repeatedFile: 1,
  repeatedFileDecay: 0.13,
  scale: 0.5,
};

/** Shares of the signal `kind`: executable code is changed more often than types, imports and data. */
export const kindShares: Readonly<Partial<Record<ChunkKind, number>>> = {
  function: 1,
  method: 1,
  variable: 0.5,
  block: 0.5,
};

/** Factors on the score of a chunk when the query is not for its kind of file; {@link RankingWeights} has one more. */
export const penalties = {
  test: 0.4,
  example: 0.5,
  generated: 0.4,
  vendored: 0.4,
  /** Declarations without code, beside the code. */
  stub: 0.7,
  /** Settings, lock files, data. */
  data: 0.6,
  /** Build and packaging of the program, if written as code. */
  manifest: 0.6,
  /** Changelogs and lock files, which name everything and explain nothing. */
  record: 0.4,
  /** Prose, if the query is for code. */
  prose: 0.8,
} as const;

/**
 * Minimum sum of signals of a relevant place. The best place has 0.41 to 2.2 for questions about the repository (first
 * to last hundredth), and 0.1 to 0.3 for other questions.
 */
export const relevanceFloor = 0.35;

/**
 * Sum of signals of the best place below which a question shares almost no word or meaning with the repository. Low,
 * because a broad question of common words does not score high either.
 */
export const foreignCeiling = 0.15;
