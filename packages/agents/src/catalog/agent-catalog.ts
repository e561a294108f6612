import 'reflect-metadata';

import { type AgentDefinition, type IAgentCatalog, type Token, token } from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import type { AgentsSection, Live } from '../agents-options.js';
import { builtInStrategyIds } from './built-in-agents.js';

/** The built-in agents with the changes of the configuration. */
export const AgentDefinitions: Token<Live<readonly AgentDefinition[]>> = token('AgentDefinitions');

/** The agents of the present configuration (SBD-072 §11.1). */
@injectable()
export class AgentCatalog implements IAgentCatalog {
  constructor(@inject(AgentDefinitions) private readonly agents: Live<readonly AgentDefinition[]>) {}

  listAgents(): readonly AgentDefinition[] {
    return [...this.agents.current].sort(byAgentId);
  }

  findAgent(agentId: string): AgentDefinition | undefined {
    return this.agents.current.find((agent) => agent.agentId === agentId);
  }

  supports(agentId: string, strategyId: string): boolean {
    const { strategies = [], excludedStrategies = [] } = this.findAgent(agentId) ?? {};
    if (excludedStrategies.includes(strategyId)) return false;
    if (strategies.length === 0 || !builtInStrategyIds.includes(strategyId)) return true;
    return strategies.includes(strategyId);
  }
}

/**
 * Merges configured changes into the agents, by id. A configured field replaces the agent's own, lists as a whole; a
 * new id becomes a new agent, which supports all strategies unless its settings differ.
 */
export function mergeAgentDefinitions(
  builtIn: readonly AgentDefinition[],
  configured: AgentsSection,
): readonly AgentDefinition[] {
  const agents = new Map(builtIn.map((agent) => [agent.agentId, agent]));
  for (const [agentId, change] of Object.entries(configured)) {
    const existing = agents.get(agentId) ?? { agentId, displayName: agentId };
    agents.set(agentId, { ...existing, ...givenFields(change) });
  }
  return [...agents.values()].sort(byAgentId);
}

/** Compares by code units, so that the order does not depend on the locale. */
function byAgentId(left: AgentDefinition, right: AgentDefinition): number {
  if (left.agentId === right.agentId) return 0;
  return left.agentId < right.agentId ? -1 : 1;
}

function givenFields(change: AgentsSection[string]): Partial<AgentDefinition> {
  const fields: readonly (readonly [string, unknown])[] = Object.entries(change);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
