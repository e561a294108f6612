/** Score of a best hit at which one query in two is answered. */
const evenScore = 0.38;

/** Slope of the chance over the score. */
const steepness = 4.8;

/** Share of the questions about an absent name that are assumed to mean another name, misspelled. */
const misspelledShare = 0.2;

/** Facts about a query besides its hits. */
export interface ConfidenceFacts {
  /** Whether the query is about an absent name: its best hit then has at most the other words of the question. */
  readonly isAbsent?: boolean;
}

/**
 * Probability that one of the first ten hits is an answer, 0 to 1, from the score of the most relevant one.
 *
 * Calibrated on 302 questions about thirteen repositories and 468 questions put to an unrelated repository, counted as
 * one query in five (benchmark `confidence`): the mean difference from the share of answered queries is 0.02. With
 * another embedding or other weights it is approximate.
 */
export function confidenceOf(bestScore: number, { isAbsent = false }: ConfidenceFacts = {}): number {
  if (bestScore <= 0) return 0;
  const chance = 1 / (1 + (evenScore / bestScore) ** steepness);
  return isAbsent ? chance * misspelledShare : chance;
}
