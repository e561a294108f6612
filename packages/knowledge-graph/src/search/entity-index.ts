import {
  type CallOptions,
  type EntitySearchQuery,
  type EntitySearchResult,
  type Token,
  token,
} from '@lexichord/abstractions';

/** What a refresh did. */
export interface EntityIndexRefresh {
  /** Texts that were given a vector, because none had been kept. */
  readonly embedded: number;
  /** Such as: the embedding provider failed, so that new entities are found by words alone. */
  readonly warnings: readonly string[];
}

/** Finds entities of the current graph by words and by meaning. */
export interface IEntityIndex {
  /**
   * Brings the index up to date with the graph, and keeps the vectors for the next process.
   *
   * @throws {LexichordError} `storage-failed` when the graph cannot be read; the signal's reason
   */
  refresh(options?: CallOptions): Promise<EntityIndexRefresh>;
  /**
   * Best first; ties by type, then name. An empty query finds nothing.
   *
   * @throws {LexichordError} `storage-failed` when the graph cannot be read; the signal's reason
   */
  search(query: EntitySearchQuery, options?: CallOptions): Promise<EntitySearchResult>;
}
export const IEntityIndex: Token<IEntityIndex> = token('IEntityIndex');
