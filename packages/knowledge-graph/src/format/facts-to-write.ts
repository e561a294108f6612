import type { Axiom, KnowledgeEntity, KnowledgeRelationship, KnowledgeToFormat } from '@lexichord/abstractions';

/** A fact, and the number of most relevant entities that it needs. */
export interface DependentFact<Fact> {
  readonly fact: Fact;
  readonly needs: number;
}

/** Facts with their dependencies. */
export interface OrderedFacts {
  readonly entities: readonly KnowledgeEntity[];
  readonly relationships: readonly DependentFact<KnowledgeRelationship>[];
  readonly axioms: readonly DependentFact<Axiom>[];
}

/** Orders facts, without relationships with a missing end, rules for none of the entities, and duplicates. */
export function orderFacts({ entities, relationships, axioms }: KnowledgeToFormat): OrderedFacts {
  const distinct = distinctById(entities);
  const ranks = new Map(distinct.map(({ id }, place) => [id, place + 1]));
  const firstOfType = new Map<string, number>(distinct.length === 0 ? [] : [['*', 1]]);
  for (const [index, { type }] of distinct.entries()) {
    if (!firstOfType.has(type)) firstOfType.set(type, index + 1);
  }
  return {
    entities: distinct,
    relationships: distinctById(relationships).flatMap((fact) => {
      const from = ranks.get(fact.fromEntityId);
      const to = ranks.get(fact.toEntityId);
      return from === undefined || to === undefined ? [] : [{ fact, needs: Math.max(from, to) }];
    }),
    axioms: distinctById(axioms).flatMap((fact) => {
      const needs = firstOfType.get(fact.targetType);
      return needs === undefined ? [] : [{ fact, needs }];
    }),
  };
}

/** The facts that need no more than a number of entities. */
export function firstFacts({ entities, relationships, axioms }: OrderedFacts, count: number): KnowledgeToFormat {
  const isLeft = ({ needs }: { readonly needs: number }): boolean => needs <= count;
  return {
    entities: entities.slice(0, count),
    relationships: relationships.filter(isLeft).map(({ fact }) => fact),
    axioms: axioms.filter(isLeft).map(({ fact }) => fact),
  };
}

/** One fact for each id, the last one. */
export function distinctById<Fact extends { readonly id: string }>(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.map((fact) => [fact.id, fact])).values()];
}
