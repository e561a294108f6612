import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { ScorePart } from '../search/semantic-search-service.js';
import type { FoundEntity } from './graph-repository.js';
import type { KnowledgeEntity } from './knowledge-facts.js';
import type { ContextRequest } from './knowledge-context.js';

/** Signals of an entity's relevance. */
export const relevanceSignals = ['semantic', 'mention', 'type', 'recency', 'name'] as const;

/** One of {@link relevanceSignals}. */
export type RelevanceSignal = (typeof relevanceSignals)[number];

/** An entity with its relevance and the signals behind it. */
export interface ScoredEntity {
  readonly entity: KnowledgeEntity;
  /** 0 to 1. */
  readonly score: number;
  /** Weighted; their sum is the score. Signals that do not apply to the request are missing. */
  readonly signals: readonly ScorePart[];
  /** Words of the query that match, as written in the query. */
  readonly matchedTerms: readonly string[];
}

/** Scores the relevance of entities for a request (KG-e §1.2). */
export interface IEntityRelevanceScorer {
  /** The most relevant first, then by type and name. */
  scoreEntities(
    request: ContextRequest,
    found: readonly FoundEntity[],
    options?: CallOptions,
  ): Promise<readonly ScoredEntity[]>;
}
export const IEntityRelevanceScorer: Token<IEntityRelevanceScorer> = token('IEntityRelevanceScorer');
