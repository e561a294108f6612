import type { AgentDefinition } from '@lexichord/abstractions';

import type { AgentsSection } from '../agents-options.js';

/**
 * The agents with the configured changes, by id. A field that is given replaces the agent's own, lists as a whole;
 * an id that is not known yet becomes a new agent, which supports everything unless it says otherwise.
 */
export function mergeAgentDefinitions(
  builtIn: readonly AgentDefinition[],
  configured: AgentsSection,
): readonly AgentDefinition[] {
  const agents = new Map(builtIn.map((agent) => [agent.agentId, agent]));
  for (const [agentId, change] of Object.entries(configured)) {
    const known = agents.get(agentId) ?? { agentId, displayName: agentId };
    agents.set(agentId, { ...known, ...givenFields(change) });
  }
  return [...agents.values()].sort(byAgentId);
}

/** By code units, so that the order is the same everywhere. */
export function byAgentId(left: AgentDefinition, right: AgentDefinition): number {
  if (left.agentId === right.agentId) return 0;
  return left.agentId < right.agentId ? -1 : 1;
}

function givenFields(change: AgentsSection[string]): Partial<AgentDefinition> {
  const fields: readonly (readonly [string, unknown])[] = Object.entries(change);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
