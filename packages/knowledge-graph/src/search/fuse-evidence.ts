import type { FoundEntity } from '@lexichord/abstractions';

/**
 * Similarities of what answers and of what does not lie closer together than shares of words do, so they count less:
 * measured on questions about real API descriptions.
 */
const meaningScale = 0.3;

/** What is known of an entity when it was found. */
export type Evidence = Pick<FoundEntity, 'wordScore' | 'similarity'>;

/**
 * Words and meaning as one number, 0 to 1, comparable between queries. Without a similarity words alone count.
 *
 * @param fusionWeight how much meaning counts beside words, 0 to 1
 */
export function fuseEvidence({ wordScore, similarity }: Evidence, fusionWeight: number): number {
  if (similarity === undefined) return wordScore;
  const [forWords, forMeaning] = [1 - fusionWeight, fusionWeight * meaningScale];
  return (forWords * wordScore + forMeaning * similarity) / (forWords + forMeaning);
}
