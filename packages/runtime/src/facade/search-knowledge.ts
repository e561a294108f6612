import {
  IEntityRelevanceScorer,
  IGraphRepository,
  type KnowledgeSearchOptions,
  type KnowledgeSearchResult,
} from '@lexichord/abstractions';

import type { FacadeServices } from './facade-services.js';

const defaultLimit = 10;

/** Entities that a licence below Teams is shown at once (KG-e §7). */
const maxEntitiesBelowTeams = 10;

/** Candidates for each entity of the answer: the scorer orders them anew. */
const overFetch = 3;

/** A request to the scorer names an agent, and its scores are the same for all of them. */
const agentId = 'copilot';

/** Looks entities up, and orders them by what the scorer says of them. */
export async function searchKnowledge(
  query: string,
  { types, limit: asked = defaultLimit, signal }: KnowledgeSearchOptions,
  { resolve, license }: FacadeServices,
): Promise<KnowledgeSearchResult> {
  const limit = license.allows('Teams') ? asked : Math.min(asked, maxEntitiesBelowTeams);
  const wanted = { query, types, limit: limit * overFetch };
  const { found, warnings } = await resolve(IGraphRepository).searchEntities(wanted, { signal });
  const scored = await resolve(IEntityRelevanceScorer).scoreEntities({ agentId, query }, found, { signal });
  const locked = `This licence shows ${limit} entities; more need the Teams tier.`;
  return { entities: scored.slice(0, limit), warnings: [...(limit < asked ? [locked] : []), ...warnings] };
}
