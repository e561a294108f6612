import {
  type CallOptions,
  type EntitySearchQuery,
  type EntitySearchResult,
  type EntityVersion,
  ErrorCode,
  type FactChanges,
  type FactReport,
  type IGraphRepository,
  type KnowledgeCounts,
  type KnowledgeEntity,
  type KnowledgeRelationship,
  LexichordError,
  type Neighbourhood,
  type NeighbourhoodOptions,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { IFactStore } from '../graph/fact-store.js';
import { findNeighbourhood, findRelationships } from '../graph/neighbourhood.js';
import { IEntityIndex } from '../search/graph-entity-index.js';

const defaultDepth = 1;
const defaultLimit = 200;

/** The knowledge graph over the fact store. Reads are answered from memory; see `IFactStore.graph`. */
@injectable()
export class GraphRepository implements IGraphRepository {
  constructor(
    @inject(IFactStore) private readonly facts: IFactStore,
    @inject(IEntityIndex) private readonly index: IEntityIndex,
  ) {}

  searchEntities(query: EntitySearchQuery, options: CallOptions = {}): Promise<EntitySearchResult> {
    return this.index.search(query, options);
  }

  async findByName(name: string, options: CallOptions = {}): Promise<readonly KnowledgeEntity[]> {
    return (await this.facts.graph(options)).named(name);
  }

  async getEntities(ids: readonly string[], options: CallOptions = {}): Promise<ReadonlyMap<string, KnowledgeEntity>> {
    const graph = await this.facts.graph(options);
    return new Map(
      ids.flatMap((id): [string, KnowledgeEntity][] => {
        const entity = graph.entity(id);
        return entity === undefined ? [] : [[id, entity]];
      }),
    );
  }

  async listEntities({ types, signal }: CallOptions & { readonly types?: readonly string[] | undefined } = {}): Promise<
    readonly KnowledgeEntity[]
  > {
    const { entities } = await this.facts.graph({ signal });
    if (types === undefined) return entities;
    const wanted = new Set(types);
    return entities.filter(({ type }) => wanted.has(type));
  }

  async getRelationships(
    entityId: string,
    depth: number,
    options: CallOptions = {},
  ): Promise<readonly KnowledgeRelationship[]> {
    return findRelationships(await this.facts.graph(options), entityId, depth);
  }

  async getNeighbourhood(
    entityId: string,
    { depth = defaultDepth, limit = defaultLimit, signal }: NeighbourhoodOptions = {},
  ): Promise<Neighbourhood> {
    const found = findNeighbourhood(await this.facts.graph({ signal }), entityId, { depth, limit });
    if (found !== undefined) return found;
    throw new LexichordError(
      ErrorCode.notFound,
      `There is no entity with the id ${JSON.stringify(entityId.slice(0, 100))}. Run "lexichord knowledge search" to find one.`,
      { details: { entityId: entityId.slice(0, 100) } },
    );
  }

  async count(options: CallOptions = {}): Promise<KnowledgeCounts> {
    return (await this.facts.graph(options)).count();
  }

  history(entityId: string, options: CallOptions = {}): Promise<readonly EntityVersion[]> {
    return this.facts.history(entityId, options);
  }

  async asOf(
    timeMs: number,
    options: CallOptions = {},
  ): Promise<{
    readonly entities: readonly KnowledgeEntity[];
    readonly relationships: readonly KnowledgeRelationship[];
  }> {
    const { entities, relationships } = await this.facts.asOf(timeMs, options);
    return { entities, relationships };
  }

  async apply(changes: FactChanges, options: CallOptions = {}): Promise<FactReport> {
    return (await this.facts.apply(changes, options)).report;
  }
}
