import type {
  Axiom,
  CallOptions,
  CutEntity,
  IAxiomStore,
  IGraphRepository,
  KnowledgeEntity,
  KnowledgeRelationship,
  ScoredEntity,
} from '@lexichord/abstractions';

import { distinctById } from '../format/facts-to-write.js';
import { compareAxioms, compareRelationships } from '../graph/knowledge-graph.js';

/** Limits of a choice. */
export interface ChoiceLimits {
  readonly minRelevanceScore: number;
  /** The configured maximum, limited by the licence. */
  readonly maxEntities: number;
  readonly configuredEntities: number;
}

/** The entities for the agent, and relevant ones that were left out. */
export interface ChosenEntities {
  /** The most relevant first. */
  readonly chosen: readonly ScoredEntity[];
  readonly cut: readonly CutEntity[];
}

/** @param scored the most relevant first */
export function chooseEntities(
  scored: readonly ScoredEntity[],
  { minRelevanceScore, maxEntities, configuredEntities }: ChoiceLimits,
): ChosenEntities {
  const fitting = scored.filter(({ score }) => score >= minRelevanceScore);
  const repeated = repeatedByOthers(fitting);
  const relevant = fitting.filter((entity) => !repeated.has(entity));
  const beyond = relevant
    .slice(maxEntities)
    .map((entity, index) => cutOf(entity, maxEntities + index < configuredEntities ? 'licence' : 'entity-limit'));
  return {
    chosen: relevant.slice(0, maxEntities),
    cut: [...beyond, ...[...repeated].map((entity) => cutOf(entity, 'duplicate'))],
  };
}

/** The reason why a relevant entity was left out. */
export function cutOf(
  { entity: { id, type, name } }: Pick<ScoredEntity, 'entity'>,
  reason: CutEntity['reason'],
): CutEntity {
  return { entityId: id, type, name, reason };
}

/** Entities that another one repeats completely: a definition whose text is a property of its term. */
function repeatedByOthers(entities: readonly ScoredEntity[]): ReadonlySet<ScoredEntity> {
  const definitions = new Set(
    entities.map(({ entity: { name, properties } }) => keyOf(name, properties['definition'])),
  );
  return new Set(
    entities.filter(({ entity: { type, properties } }) => {
      const { term, text } = properties;
      return (
        type === 'Definition' && typeof term === 'string' && text !== undefined && definitions.has(keyOf(term, text))
      );
    }),
  );
}

function keyOf(term: string, definition: unknown): string {
  return JSON.stringify([term, definition]);
}

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
