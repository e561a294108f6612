import 'reflect-metadata';
import { type AgentDefinition, type IAgentCatalog, type Token, token } from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';
import type { Live } from '../agents-options.js';
import { builtInStrategyIds } from './built-in-agents.js';
import { byAgentId } from './merge-agent-definitions.js';

/** The agents the catalogue knows: the built-in ones with what the configuration changes. */
export const AgentDefinitions: Token<Live<readonly AgentDefinition[]>> = token('AgentDefinitions');

/** Answers from the list of agents that is in force (SBD-072 §11.1). */
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
