import { type Token, token } from '../token.js';

/** An agent and the context that it supports (SBD-072 §11.1). */
export interface AgentDefinition {
  readonly agentId: string;
  readonly displayName: string;
  /** Strategies it supports; absent or empty: all. */
  readonly strategies?: readonly string[] | undefined;
  /** Strategies it never wants, custom ones included. */
  readonly excludedStrategies?: readonly string[] | undefined;
  /** Rule categories the style strategy filters by; absent or empty: all. */
  readonly styleCategories?: readonly string[] | undefined;
  /** Its budget in tokens when the caller gives none. */
  readonly defaultBudget?: number | undefined;
}

/** Lists the agents and the strategies that they support. */
export interface IAgentCatalog {
  /** By id, in alphabetical order. */
  listAgents(): readonly AgentDefinition[];
  findAgent(agentId: string): AgentDefinition | undefined;
  /**
   * Whether the agent wants the strategy. Always true for an agent without a list of strategies, and for an id that is
   * not in the catalogue. A custom strategy need not be listed: an agent has it unless it is excluded.
   */
  supports(agentId: string, strategyId: string): boolean;
}
export const IAgentCatalog: Token<IAgentCatalog> = token('IAgentCatalog');
