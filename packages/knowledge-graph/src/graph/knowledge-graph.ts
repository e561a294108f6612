import type { Axiom, KnowledgeCounts, KnowledgeEntity, KnowledgeRelationship } from '@lexichord/abstractions';
import { compareText, groupBy } from '@lexichord/platform/internal';

/** Facts that hold at one time. */
export interface CurrentFacts {
  readonly entities: readonly KnowledgeEntity[];
  /** Both ends of each are among the entities. */
  readonly relationships: readonly KnowledgeRelationship[];
  readonly axioms: readonly Axiom[];
}

const none: readonly never[] = [];

type Hanging = ReadonlyMap<string, readonly KnowledgeRelationship[]>;

/**
 * The graph at one time, in memory. Never changes; every list is in the order of `fact-order.ts`. The indexes of
 * relationships and names are built when they are first needed: at 100,000 entities that takes a good part of a second.
 */
export class KnowledgeGraph {
  readonly entities: readonly KnowledgeEntity[];
  readonly relationships: readonly KnowledgeRelationship[];
  readonly axioms: readonly Axiom[];
  private byId: ReadonlyMap<string, number> | undefined;
  private byFrom: Hanging | undefined;
  private byTo: Hanging | undefined;
  private byName: ReadonlyMap<string, readonly KnowledgeEntity[]> | undefined;

  constructor({ entities, relationships, axioms }: CurrentFacts) {
    this.entities = entities.toSorted(compareEntities);
    this.relationships = relationships.toSorted(compareRelationships);
    this.axioms = axioms.toSorted(compareAxioms);
  }

  entity(id: string): KnowledgeEntity | undefined {
    const position = this.position(id);
    return position === undefined ? undefined : this.entities[position];
  }

  /** Index of an entity among the {@link entities}. */
  position(id: string): number | undefined {
    this.byId ??= new Map(this.entities.map((entity, position) => [entity.id, position]));
    return this.byId.get(id);
  }

  /** Relationships that start at an entity. */
  outgoing(id: string): readonly KnowledgeRelationship[] {
    this.byFrom ??= groupBy(this.relationships, ({ fromEntityId }) => fromEntityId);
    return this.byFrom.get(id) ?? none;
  }

  /** Relationships that end at an entity. */
  incoming(id: string): readonly KnowledgeRelationship[] {
    this.byTo ??= groupBy(this.relationships, ({ toEntityId }) => toEntityId);
    return this.byTo.get(id) ?? none;
  }

  /** Entities with this name or alias, ignoring case; those with exactly this name first. */
  named(name: string): readonly KnowledgeEntity[] {
    this.byName ??= this.indexNames();
    const found = this.byName.get(foldCase(name)) ?? none;
    const exact = found.filter((entity) => entity.name === name);
    return exact.length === 0 ? found : [...exact, ...found.filter((entity) => entity.name !== name)];
  }

  count(): KnowledgeCounts {
    const types = [...groupBy(this.entities, ({ type }) => type)];
    const entitiesByType = Object.fromEntries(types.map(([type, members]) => [type, members.length]));
    const { entities, relationships, axioms } = this;
    return { entities: entities.length, relationships: relationships.length, axioms: axioms.length, entitiesByType };
  }

  private indexNames(): ReadonlyMap<string, readonly KnowledgeEntity[]> {
    const index = new Map<string, KnowledgeEntity[]>();
    for (const entity of this.entities) {
      for (const name of new Set([entity.name, ...entity.aliases].map(foldCase))) {
        const others = index.get(name);
        if (others === undefined) index.set(name, [entity]);
        else others.push(entity);
      }
    }
    return index;
  }
}

/** Upper case, because lower case depends on adjacent letters: a final sigma is a different letter. */
function foldCase(text: string): string {
  return text.toUpperCase();
}

export const emptyGraph = new KnowledgeGraph({ entities: [], relationships: [], axioms: [] });

/** Compares by type, then name: a total order, because no two entities share both. */
export function compareEntities(a: KnowledgeEntity, b: KnowledgeEntity): number {
  return compareText(a.type, b.type) || compareText(a.name, b.name);
}

/** Compares by type, then ends. */
export function compareRelationships(a: KnowledgeRelationship, b: KnowledgeRelationship): number {
  return (
    compareText(a.type, b.type) ||
    compareText(a.fromEntityId, b.fromEntityId) ||
    compareText(a.toEntityId, b.toEntityId)
  );
}

/** Compares by target type, then name. */
export function compareAxioms(a: Axiom, b: Axiom): number {
  return compareText(a.targetType, b.targetType) || compareText(a.name, b.name);
}
