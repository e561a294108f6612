import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { AxiomStatement } from './axiom.js';
import type {
  EntityKey,
  EntityStatement,
  EntityVersion,
  KnowledgeEntity,
  KnowledgeRelationship,
  RelationshipStatement,
} from './knowledge-facts.js';

/** A search for entities (KG-e §4.1). */
export interface EntitySearchQuery {
  readonly query: string;
  /** Types to search; absent: all. */
  readonly types?: readonly string[] | undefined;
  readonly excludedTypes?: readonly string[] | undefined;
  /** Maximum number of entities, from 1. */
  readonly limit: number;
}

/** An entity that a query found, with its scores. */
export interface FoundEntity {
  readonly entity: KnowledgeEntity;
  /** Match of names, properties and relationships with the query's words, 0 to 1; comparable between queries. */
  readonly wordScore: number;
  /** Similarity in meaning, 0 to 1; absent where the embedding failed or the entity has no vector. */
  readonly similarity?: number | undefined;
  /** Words of the query that match, as written in the query, in its order. */
  readonly matchedTerms: readonly string[];
}

/** The result of a search, best first. */
export interface EntitySearchResult {
  readonly found: readonly FoundEntity[];
  /** Such as: the embedding provider failed, so that only words were searched. */
  readonly warnings: readonly string[];
}

/** The entities and relationships around an entity. */
export interface Neighbourhood {
  /** The entity itself first, then by distance, then by type and name. */
  readonly entities: readonly KnowledgeEntity[];
  /** Relationships between these entities only. */
  readonly relationships: readonly KnowledgeRelationship[];
  /** Whether the limit left out entities within the depth. */
  readonly isCut: boolean;
}

/** Limits of a neighbourhood. */
export interface NeighbourhoodOptions extends CallOptions {
  /** Maximum number of steps from the entity, in either direction, from 0. Default 1. */
  readonly depth?: number | undefined;
  /** Maximum number of entities. Default 200. */
  readonly limit?: number | undefined;
}

/** Numbers of entities, relationships and axioms. */
export interface KnowledgeCounts {
  readonly entities: number;
  readonly relationships: number;
  readonly axioms: number;
  /** In the order of the types. */
  readonly entitiesByType: Readonly<Record<string, number>>;
}

/** Changes of facts in one transaction. */
export interface FactChanges {
  /**
   * Documents that this change replaces. Their earlier statements that are not repeated are closed; entities and
   * relationships that another document states as well stay.
   */
  readonly replacedDocuments?: readonly string[] | undefined;
  readonly entities?: readonly EntityStatement[] | undefined;
  /** Both ends are stored already, or are among `entities`. */
  readonly relationships?: readonly RelationshipStatement[] | undefined;
  readonly axioms?: readonly AxiomStatement[] | undefined;
  /** Entities to close with their relationships, no matter which documents state them. */
  readonly removedEntities?: readonly EntityKey[] | undefined;
}

/** Counts of changes of one kind of facts. */
export interface FactTally {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** The result of a change. */
export interface FactReport {
  readonly entities: FactTally;
  readonly relationships: FactTally;
  readonly axioms: FactTally;
}

/**
 * The entities and relationships of a workspace (KG-e §4.1). Results are in the order of type, then name, unless stated
 * otherwise.
 *
 * All methods reject with `storage-failed` when the store cannot be read or written, and with the signal's reason.
 */
export interface IGraphRepository {
  /** Searches by name, alias, type, properties and meaning. An empty query finds nothing. */
  searchEntities(query: EntitySearchQuery, options?: CallOptions): Promise<EntitySearchResult>;
  /** Entities with this name or alias, ignoring case; exact matches of the name come first. */
  findByName(name: string, options?: CallOptions): Promise<readonly KnowledgeEntity[]>;
  /** Entities by id; ids that are not stored have no entry. */
  getEntities(ids: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, KnowledgeEntity>>;
  listEntities(
    options?: CallOptions & { readonly types?: readonly string[] | undefined },
  ): Promise<readonly KnowledgeEntity[]>;
  /**
   * Relationships on paths of at most `depth` steps from the entity, in either direction, by type and ends. Cycles are
   * followed once.
   */
  getRelationships(entityId: string, depth: number, options?: CallOptions): Promise<readonly KnowledgeRelationship[]>;
  /** @throws {LexichordError} `not-found` */
  getNeighbourhood(entityId: string, options?: NeighbourhoodOptions): Promise<Neighbourhood>;
  count(options?: CallOptions): Promise<KnowledgeCounts>;
  /** All versions of an entity, oldest first; also of a closed one. */
  history(entityId: string, options?: CallOptions): Promise<readonly EntityVersion[]>;
  /** Entities and relationships at a point in time. */
  asOf(
    timeMs: number,
    options?: CallOptions,
  ): Promise<{
    readonly entities: readonly KnowledgeEntity[];
    readonly relationships: readonly KnowledgeRelationship[];
  }>;
  /**
   * Applies changes in one transaction: all of them, or none after a failure or a crash. Repeating a change has no
   * effect.
   *
   * @throws {LexichordError} `invalid-argument` for a relationship with a missing end, an empty type or name, or a bad
   * axiom
   */
  apply(changes: FactChanges, options?: CallOptions): Promise<FactReport>;
}
export const IGraphRepository: Token<IGraphRepository> = token('IGraphRepository');
