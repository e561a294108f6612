import type { EntitySearchQuery, FoundEntity, KnowledgeEntity } from '@lexichord/abstractions';
import { bestOf } from '@lexichord/text-index';

import type { EntityCorpus } from './entity-corpus.js';
import { type AskedTerm, askedTerms, queryWords } from './query-words.js';
import { scoreByWords } from './score-by-words.js';

/** Entities that each of words and meaning proposes, at least. */
const maxProposed = 500;

/** What is looked for, and with what. */
export interface EntityRankingQuery extends EntitySearchQuery {
  /** Of length 1; absent when the query could not be embedded. */
  readonly vector?: Float32Array | undefined;
  readonly fusionWeight: number;
}

/** The entities that words and meaning speak for most, best first; equal ones in the graph's order. */
export function rankEntities(corpus: EntityCorpus, asked: EntityRankingQuery): readonly FoundEntity[] {
  const { query, limit, vector, fusionWeight } = asked;
  const { entities, index } = corpus;
  const accepts = typeFilter(asked, entities);
  const wordScores = scoreByWords(queryWords(query, corpus), corpus);
  const proposed = new Set(bestOf(wordScores, Math.max(limit, maxProposed), accepts));
  if (vector !== undefined) {
    for (const number of index.nearest(vector, Math.max(limit, maxProposed), accepts)) proposed.add(number);
  }
  const numbers = [...proposed].sort((a, z) => a - z);
  const evidence = numbers.map((number): Evidence => {
    const cosine = vector === undefined ? undefined : index.similarity(vector, number);
    const similarity =
      cosine === undefined ? undefined : Math.max(0, Math.min(1, cosine)) * (corpus.weights[number] as number);
    return { wordScore: wordScores[number] as number, ...(similarity === undefined ? {} : { similarity }) };
  });
  const scores = evidence.map((known) => fuseEvidence(known, fusionWeight));
  const terms = askedTerms(query, corpus);
  return bestOf(scores, limit).map((rank) => {
    const number = numbers[rank] as number;
    return {
      entity: entities[number] as KnowledgeEntity,
      ...(evidence[rank] as Evidence),
      matchedTerms: termsOf(number, terms, corpus),
    };
  });
}

/** Applied before anything is counted off. */
function typeFilter(
  { types, excludedTypes }: EntitySearchQuery,
  entities: readonly KnowledgeEntity[],
): (number: number) => boolean {
  if (types === undefined && excludedTypes === undefined) return () => true;
  const included = types === undefined ? undefined : new Set(types);
  const excluded = new Set(excludedTypes);
  return (number) => {
    const { type } = entities[number] as KnowledgeEntity;
    return (included === undefined || included.has(type)) && !excluded.has(type);
  };
}

function termsOf(number: number, terms: readonly AskedTerm[], corpus: EntityCorpus): readonly string[] {
  return terms.filter(({ words }) => words.some((word) => corpus.index.isIn(number, word))).map(({ term }) => term);
}

/**
 * Similarities of what answers and of what does not lie closer together than shares of words do, so they count less:
 * measured on questions about real API descriptions.
 */
const meaningScale = 0.3;

/** What is known of an entity when it was found. */
type Evidence = Pick<FoundEntity, 'wordScore' | 'similarity'>;

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
