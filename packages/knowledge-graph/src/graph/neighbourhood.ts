import {
  ErrorCode,
  type KnowledgeEntity,
  type KnowledgeRelationship,
  LexichordError,
  type Neighbourhood,
} from '@lexichord/abstractions';

import { compareRelationships, type KnowledgeGraph } from './knowledge-graph.js';

/** Limits of a walk. */
export interface WalkLimits {
  /** Maximum number of steps from the entity, in either direction, from 0. */
  readonly depth: number;
  /** Maximum number of entities, from 1. */
  readonly limit: number;
}

/**
 * Walks from an entity in both directions, step by step. Each entity is visited once, so that cycles end; if the limit
 * is reached within a step, the entities of that step are taken in the order of type and name.
 *
 * @returns `undefined` if the entity does not exist
 * @throws {LexichordError} `invalid-argument` for a depth below 0 or a limit below 1
 */
export function findNeighbourhood(
  graph: KnowledgeGraph,
  entityId: string,
  { depth, limit }: WalkLimits,
): Neighbourhood | undefined {
  requireCount('depth', depth, 0);
  requireCount('limit', limit, 1);
  const start = graph.entity(entityId);
  if (start === undefined) return undefined;
  const entities = [start];
  const visited = new Set([entityId]);
  let isCut = false;
  let level: readonly KnowledgeEntity[] = entities.slice();
  for (let step = 0; step < depth && level.length > 0 && !isCut; step++) {
    const next = neighboursOf(graph, level, visited);
    const taken = next.slice(0, limit - entities.length);
    isCut = taken.length < next.length;
    for (const entity of taken) visited.add(entity.id);
    entities.push(...taken);
    level = taken;
  }
  return { entities, relationships: relationshipsAmong(graph, entities, visited), isCut };
}

/**
 * Relationships on paths of at most `depth` steps from an entity, in either direction, by type and ends; none if the
 * entity does not exist.
 *
 * @throws {LexichordError} `invalid-argument` for a depth below 0
 */
export function findRelationships(
  graph: KnowledgeGraph,
  entityId: string,
  depth: number,
): readonly KnowledgeRelationship[] {
  requireCount('depth', depth, 0);
  const visited = new Set([entityId]);
  const found = new Set<KnowledgeRelationship>();
  let level: readonly string[] = [entityId];
  for (let step = 0; step < depth && level.length > 0; step++) {
    const next: string[] = [];
    for (const id of level) {
      for (const relationship of [...graph.outgoing(id), ...graph.incoming(id)]) {
        found.add(relationship);
        const other = otherEnd(relationship, id);
        if (visited.has(other)) continue;
        visited.add(other);
        next.push(other);
      }
    }
    level = next;
  }
  return [...found].sort(compareRelationships);
}

/** Entities one step from a level that were not visited before, in the graph's order. */
function neighboursOf(
  graph: KnowledgeGraph,
  level: readonly KnowledgeEntity[],
  visited: ReadonlySet<string>,
): readonly KnowledgeEntity[] {
  const positions = new Set<number>();
  for (const { id } of level) {
    for (const relationship of [...graph.outgoing(id), ...graph.incoming(id)]) {
      const other = otherEnd(relationship, id);
      const position = visited.has(other) ? undefined : graph.position(other);
      if (position !== undefined) positions.add(position);
    }
  }
  const sorted = Int32Array.from(positions).sort();
  return Array.from(sorted, (position) => graph.entities[position]).filter((entity) => entity !== undefined);
}

function relationshipsAmong(
  graph: KnowledgeGraph,
  entities: readonly KnowledgeEntity[],
  ids: ReadonlySet<string>,
): readonly KnowledgeRelationship[] {
  return entities
    .flatMap(({ id }) => graph.outgoing(id).filter(({ toEntityId }) => ids.has(toEntityId)))
    .sort(compareRelationships);
}

function otherEnd({ fromEntityId, toEntityId }: KnowledgeRelationship, id: string): string {
  return fromEntityId === id ? toEntityId : fromEntityId;
}

function requireCount(name: string, value: number, min: number): void {
  if (Number.isInteger(value) && value >= min) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The ${name} of a walk through the knowledge graph must be a whole number from ${min}, not ${value}.`,
    { details: { [name]: value } },
  );
}
