import type { EntitySearchQuery, FoundEntity, KnowledgeEntity } from '@lexichord/abstractions';
import { bestOf } from '@lexichord/text-index/internal';

import type { EntityCorpus } from './entity-corpus.js';
import { type QueryTerm, queryTerms, queryWords } from './query-words.js';
import { scoreByWords } from './score-by-words.js';

/** An entity query with its vector and the weight of meaning. */
export interface EntityRankingQuery extends EntitySearchQuery {
  /** Of length 1; absent when the query could not be embedded. */
  readonly vector?: Float32Array | undefined;
  readonly fusionWeight: number;
}

/** The entities with the highest scores by words and meaning, best first; equal ones in the graph's order. */
export function rankEntities(corpus: EntityCorpus, request: EntityRankingQuery): readonly FoundEntity[] {
  const { query, limit, vector, fusionWeight } = request;
  const { entities, index } = corpus;
  const wordScores = scoreByWords(queryWords(query, corpus), corpus);
  const similarities = vector === undefined ? undefined : scoreByMeaning(vector, corpus);
  const similarityOf = (number: number): number | undefined =>
    index.hasVector(number) ? similarities?.[number] : undefined;
  const scores = new Float64Array(entities.length);
  for (let number = 0; number < scores.length; number += 1) {
    scores[number] = fuseEvidence(wordScores[number] as number, similarityOf(number), fusionWeight);
  }
  const terms = queryTerms(query, corpus);
  return bestOf(scores, limit, typeFilter(request, entities)).map((number) => {
    const similarity = similarityOf(number);
    return {
      entity: entities[number] as KnowledgeEntity,
      wordScore: wordScores[number] as number,
      ...(similarity === undefined ? {} : { similarity }),
      matchedTerms: termsOf(number, terms, corpus),
    };
  });
}

/** Similarity of each entity to the query, 0 to 1, multiplied by the entity's own weight. */
function scoreByMeaning(vector: Float32Array, { index, weights }: EntityCorpus): Float64Array {
  const similarities = index.scoreMeaning(vector);
  for (let number = 0; number < similarities.length; number += 1) {
    const cosine = similarities[number] as number;
    similarities[number] = Math.max(0, Math.min(1, cosine)) * (weights[number] as number);
  }
  return similarities;
}

/** Builds the filter by type. It applies before the limit. */
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

function termsOf(number: number, terms: readonly QueryTerm[], corpus: EntityCorpus): readonly string[] {
  return terms.filter(({ words }) => words.some((word) => corpus.index.isIn(number, word))).map(({ term }) => term);
}

/**
 * Scale of similarities. Those of relevant and irrelevant entities are closer together than shares of words, so they
 * count less: measured on questions about real API descriptions.
 */
const meaningScale = 0.3;

/**
 * Combines the scores by words and meaning into one number, 0 to 1, comparable between queries. Takes numbers instead
 * of an object, because it runs for every entity of a graph.
 *
 * @param similarity absent: only words count
 * @param fusionWeight weight of meaning against words, 0 to 1
 */
export function fuseEvidence(wordScore: number, similarity: number | undefined, fusionWeight: number): number {
  if (similarity === undefined) return wordScore;
  const forWords = 1 - fusionWeight;
  const forMeaning = fusionWeight * meaningScale;
  return (forWords * wordScore + forMeaning * similarity) / (forWords + forMeaning);
}
