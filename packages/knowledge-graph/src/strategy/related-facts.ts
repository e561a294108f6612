import type {
  Axiom,
  CallOptions,
  IAxiomStore,
  IGraphRepository,
  KnowledgeEntity,
  KnowledgeRelationship,
} from '@lexichord/abstractions';

import { compareAxioms, compareRelationships } from '../graph/fact-order.js';

/** All relationships between some entities. */
export async function relationshipsBetween(
  entities: readonly KnowledgeEntity[],
  { graph, depth, signal }: CallOptions & { readonly graph: IGraphRepository; readonly depth: number },
): Promise<readonly KnowledgeRelationship[]> {
  const chosen = new Set(entities.map(({ id }) => id));
  const found = await Promise.all(entities.map(({ id }) => graph.getRelationships(id, depth, { signal })));
  const between = found
    .flat()
    .filter(({ fromEntityId, toEntityId }) => chosen.has(fromEntityId) && chosen.has(toEntityId));
  return distinctById(between).sort(compareRelationships);
}

/** All enabled rules that bind some of the entities. */
export async function axiomsFor(
  entities: readonly KnowledgeEntity[],
  { axioms, signal }: CallOptions & { readonly axioms: IAxiomStore },
): Promise<readonly Axiom[]> {
  const types = [...new Set(entities.map(({ type }) => type))];
  const found = await Promise.all(types.map((type) => axioms.getAxiomsForType(type, { signal })));
  return distinctById(found.flat().filter(({ isEnabled }) => isEnabled)).sort(compareAxioms);
}

function distinctById<Fact extends { readonly id: string }>(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.map((fact) => [fact.id, fact])).values()];
}
