import type { CutEntity, ScoredEntity } from '@lexichord/abstractions';

import { saidByOthers } from './said-twice.js';

/** How many may be chosen. */
export interface ChoiceLimits {
  readonly minRelevanceScore: number;
  /** What the licence leaves of the configured number. */
  readonly maxEntities: number;
  readonly configuredEntities: number;
}

/** Entities for the agent, and those that were relevant too. */
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
  const repeated = saidByOthers(fitting);
  const relevant = fitting.filter((entity) => !repeated.has(entity));
  const beyond = relevant
    .slice(maxEntities)
    .map((entity, index) => cutOf(entity, maxEntities + index < configuredEntities ? 'licence' : 'entity-limit'));
  return {
    chosen: relevant.slice(0, maxEntities),
    cut: [...beyond, ...[...repeated].map((entity) => cutOf(entity, 'duplicate'))],
  };
}

/** Why an entity that was relevant is not there. */
export function cutOf(
  { entity: { id, type, name } }: Pick<ScoredEntity, 'entity'>,
  reason: CutEntity['reason'],
): CutEntity {
  return { entityId: id, type, name, reason };
}
