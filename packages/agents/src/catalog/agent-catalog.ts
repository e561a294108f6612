import 'reflect-metadata';
import { type AgentDefinition, type IAgentCatalog, type Token, token } from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';
import { builtInStrategyIds } from './built-in-agents.js';
import { byAgentId } from './merge-agent-definitions.js';

/** The agents the catalogue knows: the built-in ones with what the configuration changes. */
export const AgentDefinitions: Token<readonly AgentDefinition[]> = token('AgentDefinitions');

/** Answers from a fixed list of agents (SBD-072 §11.1). */
@injectable()
export class AgentCatalog implements IAgentCatalog {
  constructor(@inject(AgentDefinitions) private readonly agents: readonly AgentDefinition[]) {}

  listAgents(): readonly AgentDefinition[] {
    return [...this.agents].sort(byAgentId);
  }

  findAgent(agentId: string): AgentDefinition | undefined {
    return this.agents.find((agent) => agent.agentId === agentId);
  }

  supports(agentId: string, strategyId: string): boolean {
    const { strategies = [], excludedStrategies = [] } = this.findAgent(agentId) ?? {};
    if (excludedStrategies.includes(strategyId)) return false;
    if (strategies.length === 0 || !builtInStrategyIds.includes(strategyId)) return true;
    return strategies.includes(strategyId);
  }
}
