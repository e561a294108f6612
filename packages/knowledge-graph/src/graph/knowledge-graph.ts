import type { Axiom, KnowledgeCounts, KnowledgeEntity, KnowledgeRelationship } from '@lexichord/abstractions';

import { compareAxioms, compareEntities, compareRelationships } from './fact-order.js';
import { groupBy } from './group-by.js';

/** Facts that hold together at one time. */
export interface CurrentFacts {
  readonly entities: readonly KnowledgeEntity[];
  /** Both ends of each are among the entities. */
  readonly relationships: readonly KnowledgeRelationship[];
  readonly axioms: readonly Axiom[];
}

const none: readonly never[] = [];

/** The graph as it is at one time, in memory. Never changes; every list is in the order of `fact-order.ts`. */
export class KnowledgeGraph {
  readonly entities: readonly KnowledgeEntity[];
  readonly relationships: readonly KnowledgeRelationship[];
  readonly axioms: readonly Axiom[];
  private readonly byId: ReadonlyMap<string, KnowledgeEntity>;
  private readonly byFrom: ReadonlyMap<string, readonly KnowledgeRelationship[]>;
  private readonly byTo: ReadonlyMap<string, readonly KnowledgeRelationship[]>;

  constructor({ entities, relationships, axioms }: CurrentFacts) {
    this.entities = [...entities].sort(compareEntities);
    this.relationships = [...relationships].sort(compareRelationships);
    this.axioms = [...axioms].sort(compareAxioms);
    this.byId = new Map(this.entities.map((entity) => [entity.id, entity]));
    this.byFrom = groupBy(this.relationships, ({ fromEntityId }) => fromEntityId);
    this.byTo = groupBy(this.relationships, ({ toEntityId }) => toEntityId);
  }

  entity(id: string): KnowledgeEntity | undefined {
    return this.byId.get(id);
  }

  /** Relationships that start at an entity. */
  outgoing(id: string): readonly KnowledgeRelationship[] {
    return this.byFrom.get(id) ?? none;
  }

  /** Relationships that end at an entity. */
  incoming(id: string): readonly KnowledgeRelationship[] {
    return this.byTo.get(id) ?? none;
  }

  count(): KnowledgeCounts {
    const types = [...groupBy(this.entities, ({ type }) => type)];
    const entitiesByType = Object.fromEntries(types.map(([type, members]) => [type, members.length]));
    const { entities, relationships, axioms } = this;
    return { entities: entities.length, relationships: relationships.length, axioms: axioms.length, entitiesByType };
  }
}

export const emptyGraph = new KnowledgeGraph({ entities: [], relationships: [], axioms: [] });
