import type { KnowledgeEntity, KnowledgeRelationship } from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import type { AxiomBreach, ConditionCheck } from './axiom-breach.js';
import { plainName, quote, showEntity } from './show-facts.js';
import { strongComponents } from './strong-components.js';

/** Maximum number of entities of a cycle in a sentence. */
const maxNamedSteps = 8;

/**
 * Reports each group of entities on common cycles once, at its first entity to which the rule applies: a report for
 * each entity would have facts in the square of their number.
 */
export const checkAcyclic: ConditionCheck<'acyclic'> = ({ condition: { relationship }, graph, bound }) => {
  const members = cyclicComponents(graph, relationship);
  const reported = new Set<readonly KnowledgeEntity[]>();
  return bound.flatMap((entity) => {
    const component = members.get(entity.id);
    if (component === undefined || reported.has(component)) return [];
    reported.add(component);
    const cycle = shortestCycle(graph, { entity, relationship, component });
    return cycle.length === 0 ? [] : [cycleBreach({ entity, cycle, graph, relationship, component })];
  });
};

/** By entity id, the entities on common cycles with it, including itself; entities on no cycle are left out. */
function cyclicComponents(
  graph: KnowledgeGraph,
  relationship: string,
): ReadonlyMap<string, readonly KnowledgeEntity[]> {
  const facts = graph.relationships.filter(({ type }) => type === relationship);
  const numbers = new Map(graph.entities.map(({ id }, index) => [id, index]));
  const edges = graph.entities.map((): number[] => []);
  const loops = new Set<string>();
  for (const { fromEntityId, toEntityId } of facts) {
    const to = numbers.get(toEntityId);
    if (to !== undefined) edges[numbers.get(fromEntityId) ?? 0]?.push(to);
    if (fromEntityId === toEntityId) loops.add(fromEntityId);
  }
  const component = strongComponents(edges);
  const groups = groupBy(graph.entities.keys(), (index) => component[index]);
  const found = new Map<string, readonly KnowledgeEntity[]>();
  for (const indices of groups.values()) {
    const members = indices.flatMap((index) => graph.entities[index] ?? []);
    const [first] = members;
    if (members.length === 1 && !loops.has(first?.id ?? '')) continue;
    for (const { id } of members) found.set(id, members);
  }
  return found;
}

interface CycleStart {
  readonly entity: KnowledgeEntity;
  readonly relationship: string;
  readonly component: readonly KnowledgeEntity[];
}

/**
 * The relationships of a shortest cycle from the entity, in order. Searches breadth first, so that the evidence is
 * short.
 */
function shortestCycle(
  graph: KnowledgeGraph,
  { entity, relationship, component }: CycleStart,
): readonly KnowledgeRelationship[] {
  const inside = new Set(component.map(({ id }) => id));
  const reachedBy = new Map<string, KnowledgeRelationship>();
  const queue = [entity.id];
  for (const id of queue) {
    for (const fact of graph.outgoing(id)) {
      const to = fact.toEntityId;
      if (fact.type !== relationship || !inside.has(to) || reachedBy.has(to)) continue;
      reachedBy.set(to, fact);
      if (to === entity.id) return wayBack(reachedBy, entity.id);
      queue.push(to);
    }
  }
  return [];
}

function wayBack(reachedBy: ReadonlyMap<string, KnowledgeRelationship>, end: string): readonly KnowledgeRelationship[] {
  const steps: KnowledgeRelationship[] = [];
  let id = end;
  do {
    const fact = reachedBy.get(id);
    if (fact === undefined) break;
    steps.push(fact);
    id = fact.fromEntityId;
  } while (id !== end);
  return steps.reverse();
}

function cycleBreach({
  entity,
  cycle,
  graph,
  relationship,
  component,
}: CycleStart & { readonly cycle: readonly KnowledgeRelationship[]; readonly graph: KnowledgeGraph }): AxiomBreach {
  const names = [entity.id, ...cycle.map(({ toEntityId }) => toEntityId)].map((id) =>
    quote(graph.entity(id)?.name ?? ''),
  );
  const left = names.length - maxNamedSteps;
  const shown = left <= 1 ? names : [...names.slice(0, maxNamedSteps - 1), `… ${left} more …`, ...names.slice(-1)];
  const others = component.length > cycle.length ? `; ${component.length} entities are in such cycles` : '';
  return {
    entity,
    message: `${showEntity(entity)} leads back to itself by ${plainName(relationship)}: ${shown.join(' → ')}${others}.`,
    facts: cycle.flatMap(({ sources }) => sources),
  };
}
