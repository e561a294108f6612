import type { KnowledgeEntity } from '@lexichord/abstractions';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';

/**
 * What is a part of something else, and means little without it, gives way to it: a question is rarely about one
 * parameter of many. What it says speaks for the whole.
 */
const partWeights: ReadonlyMap<string, number> = new Map([
  ['Response', 0.35],
  ['Parameter', 0.5],
]);

/** A schema that has no name of its own and stands in one place alone. */
const namelessWeight = 0.35;

/** What the score of an entity is multiplied by, above 0 to 1. */
export function partWeightOf(entity: KnowledgeEntity, graph: KnowledgeGraph): number {
  return partWeights.get(entity.type) ?? (isNameless(entity, graph) ? namelessWeight : 1);
}

/** Whether an entity is called after what it hangs on, as `GET /pets 200 body` is after `GET /pets 200`. */
export function isNameless({ id, name }: KnowledgeEntity, graph: KnowledgeGraph): boolean {
  const [only, ...others] = graph.incoming(id);
  if (only === undefined || others.length > 0) return false;
  const owner = graph.entity(only.fromEntityId)?.name ?? '';
  return owner !== '' && name.startsWith(`${owner} `);
}
