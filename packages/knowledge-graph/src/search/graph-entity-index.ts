import 'reflect-metadata';
import {
  type CallOptions,
  type EntitySearchQuery,
  type EntitySearchResult,
  IEmbeddingProvider,
  ILogger,
  isLexichordError,
  type Token,
  token,
} from '@lexichord/abstractions';
import { IDatabase } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { IFactStore } from '../graph/fact-store.js';
import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { type EntityCorpus, buildEntityCorpus } from './entity-corpus.js';
import { EntityVectors } from './entity-vectors.js';
import { rankEntities } from './rank-entities.js';
import { pruneVectors, vectorTableName, writeVectors } from './vector-store.js';

/** The result of a refresh. */
export interface EntityIndexRefresh {
  /** Number of new vectors: of texts for which none was stored. */
  readonly embedded: number;
  /** For example: the embedding provider failed, so that new entities are found by words only. */
  readonly warnings: readonly string[];
}

/** Finds entities of the current graph by words and by meaning. */
export interface IEntityIndex {
  /**
   * Brings the index up to date with the graph, and stores the vectors for the next process.
   *
   * @throws {LexichordError} `storage-failed` when the graph cannot be read; the signal's reason
   */
  refresh(options?: CallOptions): Promise<EntityIndexRefresh>;
  /**
   * Finds entities, best first; ties by type, then name. An empty query finds nothing.
   *
   * @throws {LexichordError} `storage-failed` when the graph cannot be read; the signal's reason
   */
  search(query: EntitySearchQuery, options?: CallOptions): Promise<EntitySearchResult>;
}
export const IEntityIndex: Token<IEntityIndex> = token('IEntityIndex');

/** Number of texts that are embedded before their vectors are written: an interruption loses only one batch. */
const embeddedAtOnce = 4_096;

/** A graph prepared for queries. */
interface ReadyGraph {
  readonly graph: KnowledgeGraph;
  readonly corpus: EntityCorpus;
  readonly vectors: EntityVectors;
  /** Fingerprint of the vector table: changes when any process writes to it. */
  readonly fingerprint: string | undefined;
}

/** Keeps the words of the current graph in memory, and its vectors in memory and in their own table. */
@injectable()
export class GraphEntityIndex implements IEntityIndex {
  private readonly log: ILogger;
  private ready: ReadyGraph | undefined;
  private preparing: Promise<ReadyGraph> | undefined;

  constructor(
    @inject(IFactStore) private readonly facts: IFactStore,
    @inject(IEmbeddingProvider) private readonly provider: IEmbeddingProvider,
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(ILogger) log: ILogger,
  ) {
    this.log = log.forSource('GraphEntityIndex');
  }

  async search(query: EntitySearchQuery, { signal }: CallOptions = {}): Promise<EntitySearchResult> {
    signal?.throwIfAborted();
    if (query.query.trim() === '') return { found: [], warnings: [] };
    const { corpus } = await this.current({ signal });
    signal?.throwIfAborted();
    if (corpus.entities.length === 0) return { found: [], warnings: [] };
    const { vector, warnings } = await this.embedQuery(query.query, { signal });
    const { fusionWeight } = this.provider;
    const found = rankEntities(corpus, { ...query, vector, fusionWeight });
    this.log.debug('A query of {length} characters found {found} entities', {
      length: query.query.length,
      found: found.length,
    });
    return { found, warnings };
  }

  async refresh({ signal }: CallOptions = {}): Promise<EntityIndexRefresh> {
    signal?.throwIfAborted();
    const ready = await this.current({ signal });
    const tally = { embedded: 0 };
    try {
      await this.keepVectors(ready.vectors, tally, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      if (!isLexichordError(error)) throw error;
      this.log.warn('New entities are found by words alone: {reason}', { reason: error.message });
      return { ...tally, warnings: [`${error.message} New entities are found by words only.`] };
    }
    this.ready = { ...ready, fingerprint: await this.vectorFingerprint({ signal }) };
    return { ...tally, warnings: [] };
  }

  private async keepVectors(vectors: EntityVectors, tally: { embedded: number }, options: CallOptions): Promise<void> {
    const { id, dimension } = this.provider;
    const origin = { id, dimension, ...options };
    const { missing } = vectors;
    for (let start = 0; start <= missing.length; start += embeddedAtOnce) {
      await vectors.embed(missing.slice(start, start + embeddedAtOnce), options);
      const rows = vectors.takeUnsaved();
      if (rows.length === 0) continue;
      await writeVectors(this.database, rows, origin);
      tally.embedded += rows.length;
    }
    if (tally.embedded > 0) await pruneVectors(this.database, vectors.hashes, origin);
  }

  /** Embeds a query. On failure, the search uses words only. */
  private async embedQuery(
    query: string,
    options: CallOptions,
  ): Promise<{ readonly vector?: Float32Array | undefined; readonly warnings: readonly string[] }> {
    try {
      const [vector] = await this.provider.embed([query.slice(0, this.provider.maxChars)], 'query', options);
      return { vector, warnings: [] };
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!isLexichordError(error)) throw error;
      this.log.warn('Searched entities by words alone: {reason}', { reason: error.message });
      return { warnings: [`${error.message} Searched by words only.`] };
    }
  }

  private async current({ signal }: CallOptions): Promise<ReadyGraph> {
    const graph = await this.facts.graph({ signal });
    const fingerprint = await this.vectorFingerprint({ signal });
    const isCurrent = (ready: ReadyGraph): boolean => ready.graph === graph && ready.fingerprint === fingerprint;
    if (this.ready !== undefined && isCurrent(this.ready)) return this.ready;
    // Concurrent queries share one preparation; none of them can cancel it for the others.
    const prepared = await (this.preparing ??= this.prepare(graph, fingerprint).finally(
      () => (this.preparing = undefined),
    ));
    return isCurrent(prepared) ? prepared : this.prepare(graph, fingerprint);
  }

  private async prepare(graph: KnowledgeGraph, fingerprint: string | undefined): Promise<ReadyGraph> {
    const words = this.ready?.graph === graph ? this.ready.corpus : buildEntityCorpus(graph);
    const vectors = new EntityVectors(words, this.provider);
    const corpus = { ...words, index: vectors.index };
    try {
      if (fingerprint !== undefined) await vectors.read(this.database, {});
      // Facts that were added without a refresh, if there are few.
      const { missing } = vectors;
      if (missing.length > 0 && missing.length <= this.provider.maxBatch) await vectors.embed(missing, {});
    } catch (error) {
      if (!isLexichordError(error)) throw error;
      this.log.warn('Some entities are found by words alone: {reason}', { reason: error.message });
    }
    this.ready = { graph, corpus, vectors, fingerprint };
    return this.ready;
  }

  /** The fingerprint of the vector table; `undefined` if it cannot be read, so that the search uses words only. */
  private async vectorFingerprint({ signal }: CallOptions): Promise<string | undefined> {
    try {
      return await this.database.fingerprint(vectorTableName, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      if (!isLexichordError(error)) throw error;
      this.log.warn('The vectors of entities cannot be read: {reason}', { reason: error.message });
      return undefined;
    }
  }
}
