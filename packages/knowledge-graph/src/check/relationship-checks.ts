import type { KnowledgeEntity, KnowledgeRelationship } from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';

import { compareEntities, type KnowledgeGraph } from '../graph/knowledge-graph.js';
import type { AxiomBreach, ConditionCheck } from './axiom-breach.js';
import { oneOfType, plainName, quote, showChoice, showCount, showEntity, showSome } from './show-facts.js';

export const checkCardinality: ConditionCheck<'cardinality'> = ({ condition, graph, bound }) => {
  const { relationship, minimum = 0, maximum = Infinity } = condition;
  return bound.flatMap((entity) => {
    const found = startingAt(graph, entity, relationship);
    if (found.length >= minimum && found.length <= maximum) return [];
    const limit = found.length < minimum ? `less than ${minimum}` : `more than ${maximum}`;
    return hasRelationships(entity, found, { relationship, limit });
  });
};

export const checkFunctional: ConditionCheck<'functional'> = ({ condition: { relationship }, graph, bound }) =>
  bound.flatMap((entity) => {
    const found = startingAt(graph, entity, relationship);
    return found.length <= 1 ? [] : hasRelationships(entity, found, { relationship, limit: 'more than 1' });
  });

/** Checks the start of relationships: the violating entities are those to which the rule does not apply. */
export const checkDomain: ConditionCheck<'domain'> = ({ axiom, condition: { relationship }, graph, isChecked }) => {
  const stated = graph.relationships.filter(({ type }) => type === relationship);
  return [...groupBy(stated, ({ fromEntityId }) => fromEntityId)].flatMap(([id, found]) => {
    const entity = graph.entity(id);
    if (entity === undefined || entity.type === axiom.targetType || !isChecked(entity)) return [];
    const many = `${showCount(found.length, 'relationship')} ${plainName(relationship)}`;
    const message = `${showEntity(entity)} has ${many}, which only ${oneOfType(axiom.targetType)} may have.`;
    return [{ entity, message, facts: [...entity.sources, ...sourcesOf(found)] }];
  });
};

export const checkRelationshipRange: ConditionCheck<'relationship-range'> = ({ condition, graph, bound }) => {
  const { relationship } = condition;
  const types = new Set(condition.types);
  return bound.flatMap((entity) => {
    const wrong = leading(graph, entity.id, relationship).filter(({ end }) => !types.has(end.type));
    if (wrong.length === 0) return [];
    const ends = showSome(wrong, ({ end }) => showEntity(end));
    const allowed = showChoice(condition.types.map(oneOfType));
    const message = `${plainName(relationship)} of ${showEntity(entity)} leads to ${ends}, not to ${allowed}.`;
    const facts = [...sourcesOf(wrong.map(({ fact }) => fact)), ...wrong.flatMap(({ end }) => end.sources.slice(0, 1))];
    return [{ entity, message, facts }];
  });
};

/** Maximum number of entities of one name that are compared; more are no further evidence. */
const maxNamesakes = 20;

export const checkDisjoint: ConditionCheck<'disjoint'> = ({ condition, graph, bound }) => {
  const types = new Set(condition.types);
  const byName = groupBy(
    graph.entities.filter(({ type }) => types.has(type)),
    ({ name }) => name,
  );
  return bound.flatMap((entity) => {
    const others = (byName.get(entity.name) ?? [])
      .slice(0, maxNamesakes + 1)
      .filter(({ id }) => id !== entity.id)
      .slice(0, maxNamesakes);
    if (others.length === 0) return [];
    const message = `${quote(entity.name)} is the name of ${oneOfType(entity.type)} and of ${showSome(others, ({ type }) => oneOfType(type))}.`;
    return [{ entity, message, facts: [entity, ...others].flatMap(({ sources }) => sources) }];
  });
};

/** Relationships of a type that start at an entity, in the order of their ends. */
function startingAt(
  graph: KnowledgeGraph,
  { id }: KnowledgeEntity,
  relationship: string,
): readonly KnowledgeRelationship[] {
  return leading(graph, id, relationship).map(({ fact }) => fact);
}

function leading(
  graph: KnowledgeGraph,
  id: string,
  relationship: string,
): readonly { readonly fact: KnowledgeRelationship; readonly end: KnowledgeEntity }[] {
  return graph
    .outgoing(id)
    .flatMap((fact) => {
      const end = fact.type === relationship ? graph.entity(fact.toEntityId) : undefined;
      return end === undefined ? [] : [{ fact, end }];
    })
    .sort((a, b) => compareEntities(a.end, b.end));
}

/** A violation with its relationships as evidence, or the entity itself if there are none. */
function hasRelationships(
  entity: KnowledgeEntity,
  found: readonly KnowledgeRelationship[],
  { relationship, limit }: { readonly relationship: string; readonly limit: string },
): AxiomBreach[] {
  const many = `${showCount(found.length, 'relationship')} ${plainName(relationship)}`;
  return [
    {
      entity,
      message: `${showEntity(entity)} has ${many}, ${limit}.`,
      facts: found.length === 0 ? entity.sources : sourcesOf(found),
    },
  ];
}

function sourcesOf(facts: readonly KnowledgeRelationship[]) {
  return facts.flatMap(({ sources }) => sources);
}
