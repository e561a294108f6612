import {
  type AxiomStatement,
  type EntityKey,
  type EntityStatement,
  type FactChanges,
  type FactSource,
  type RelationshipStatement,
} from '@lexichord/abstractions';

import { axiomIdOf, entityIdOf, relationshipIdOf } from '../graph/fact-ids.js';
import {
  requireAxiom,
  requireKey,
  requirePlainProperties,
  requireRelationship,
  requireSource,
} from './require-statement.js';
import { uniteAliases, uniteProperties, uniteSources } from './merge-statements.js';
import type { StatedAxiom, StatedEntity, StatedFact, StatedRelationship } from './statement.js';

/** The statements of a change, by fact and document. */
export interface StatedFacts {
  /** By the fact's id, then in the order of the change. */
  readonly byId: ReadonlyMap<string, readonly StatedFact[]>;
  readonly relationships: readonly StatedEnds[];
  readonly axiomIds: ReadonlySet<string>;
}

/** A relationship of a change, with the ids of its ends. */
export interface StatedEnds {
  readonly relationship: RelationshipStatement;
  readonly fromEntityId: string;
  readonly toEntityId: string;
}

/**
 * Computes ids of a workspace's entities. Results are cached: a change names few entities many times, and hashing is
 * slow.
 */
export type EntityIds = (key: EntityKey) => string;

export function entityIdsOf(workspace: string): EntityIds {
  const known = new Map<string, Map<string, string>>();
  return (key) => {
    let ofType = known.get(key.type);
    if (ofType === undefined) known.set(key.type, (ofType = new Map<string, string>()));
    let id = ofType.get(key.name);
    if (id === undefined) ofType.set(key.name, (id = entityIdOf(workspace, key)));
    return id;
  };
}

/**
 * Reads the statements of a change. Statements of one document about one thing are merged; the first value of a
 * property holds, and the last version of a rule.
 *
 * @throws {LexichordError} `invalid-argument` naming the statement that cannot be stored
 */
export async function readStatedFacts(
  { entities = [], relationships = [], axioms = [] }: FactChanges,
  { workspace, idOf }: { readonly workspace: string; readonly idOf: EntityIds },
): Promise<StatedFacts> {
  const reader = new StatementReader(workspace, idOf);
  for (const entity of entities) reader.addEntity(entity);
  for (const relationship of relationships) reader.addRelationship(relationship);
  if (axioms.length > 0) {
    const { axiomStatementProblem } = await import('../check/axiom-problem.js');
    for (const axiom of axioms) {
      requireAxiom(axiom, axiomStatementProblem(axiom));
      reader.addAxiom(axiom);
    }
  }
  return reader;
}

class StatementReader implements StatedFacts {
  readonly byId = new Map<string, StatedFact[]>();
  readonly relationships: StatedEnds[] = [];
  readonly axiomIds = new Set<string>();

  constructor(
    private readonly workspace: string,
    private readonly idOf: EntityIds,
  ) {}

  addEntity(entity: EntityStatement): void {
    requireKey(entity, 'An entity');
    const { type, name, aliases = [], properties = {}, source } = entity;
    this.add<StatedEntity>(
      {
        kind: 'entity',
        id: this.idOf(entity),
        ...locationOf(entity, source),
        content: {
          type,
          name,
          aliases: uniteAliases(name, [aliases]),
          properties: requirePlainProperties(properties, entity),
        },
      },
      (earlier, later) => ({
        ...withBothSources(earlier, later),
        content: {
          ...earlier.content,
          aliases: uniteAliases(name, [earlier.content.aliases, later.content.aliases]),
          properties: uniteProperties([earlier.content.properties, later.content.properties]),
        },
      }),
    );
  }

  addRelationship(relationship: RelationshipStatement): void {
    requireRelationship(relationship);
    const { type, from, to, properties = {}, source } = relationship;
    const [fromEntityId, toEntityId] = [this.idOf(from), this.idOf(to)];
    const id = relationshipIdOf(type, fromEntityId, toEntityId);
    this.relationships.push({ relationship, fromEntityId, toEntityId });
    const plain = requirePlainProperties(properties, { type, name: `${from.name} → ${to.name}` });
    this.add<StatedRelationship>(
      {
        kind: 'relationship',
        id,
        ...locationOf({ type, name: from.name }, source),
        content: { type, fromEntityId, toEntityId, properties: plain },
      },
      (earlier, later) => ({
        ...withBothSources(earlier, later),
        content: {
          ...earlier.content,
          properties: uniteProperties([earlier.content.properties, later.content.properties]),
        },
      }),
    );
  }

  addAxiom({ source, ...content }: AxiomStatement): void {
    const id = axiomIdOf(this.workspace, content);
    this.axiomIds.add(id);
    const location = locationOf({ type: content.targetType, name: content.name }, source);
    this.add<StatedAxiom>({ kind: 'axiom', id, ...location, content }, (earlier, later) => ({
      ...withBothSources(earlier, later),
      content: later.content,
    }));
  }

  /** Adds a statement, merged with earlier ones of the same document about the same thing. */
  private add<Fact extends StatedFact>(stated: Fact, unite: (earlier: Fact, later: Fact) => Fact): void {
    const existing = this.byId.get(stated.id);
    if (existing === undefined) {
      this.byId.set(stated.id, [stated]);
      return;
    }
    const index = existing.findIndex(({ documentPath }) => documentPath === stated.documentPath);
    // Of the same kind: the id is a hash that includes the kind.
    const earlier = existing[index] as Fact | undefined;
    if (earlier === undefined) existing.push(stated);
    else existing[index] = unite(earlier, stated);
  }
}

/** A statement with the sources of two statements of its document. */
function withBothSources<Fact extends StatedFact>(earlier: Fact, later: Fact): Fact {
  return { ...earlier, sources: uniteSources([earlier.sources, later.sources]) };
}

function locationOf(
  key: EntityKey,
  source: FactSource,
): { readonly documentPath: string; readonly sources: readonly FactSource[] } {
  requireSource(key, source);
  const { documentPath, startLine, endLine } = source;
  return { documentPath, sources: [{ documentPath, startLine, endLine }] };
}
