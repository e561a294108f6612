/** The score of a best hit by which one query in two is answered. */
const evenScore = 0.38;

/** Slope of the chance over the score. */
const steepness = 4.8;

/** Of questions about a name that occurs nowhere, so many are counted as about another name, misspelled. */
const misspelledShare = 0.2;

/** Facts about a query besides its hits. */
export interface ConfidenceFacts {
  /** Whether it is about a name that occurs nowhere: then its best hit has the other words of the question at most. */
  readonly isAbsent?: boolean;
}

/**
 * How likely one of the first ten hits is an answer, 0 to 1, by the score of the most relevant one.
 *
 * Calibrated on 302 questions about thirteen repositories and 468 questions that were put to a repository they are not
 * about, counted as one query in five (benchmark `confidence`): the mean difference from what was answered is 0.02.
 * With an embedding or weights other than the default ones it is a guide.
 */
export function confidenceOf(bestScore: number, { isAbsent = false }: ConfidenceFacts = {}): number {
  if (bestScore <= 0) return 0;
  const chance = 1 / (1 + (evenScore / bestScore) ** steepness);
  return isAbsent ? chance * misspelledShare : chance;
}
