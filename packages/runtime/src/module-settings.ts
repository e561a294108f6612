import type { AgentConfiguration, AgentsOptions } from '@lexichord/agents';
import { type Configuration, type LogLevels, parseOptions } from '@lexichord/platform';
import { type WorkspaceOptionsInput, workspaceOptionsSchema } from '@lexichord/workspace';

import { createTokenCounter } from './create-token-counter.js';

/** `context.assembler` under the names of the assembler's options. */
export function assemblerOptions({ context: { assembler } }: Configuration): AgentsOptions {
  return {
    strategyTimeoutMs: assembler.strategy_timeout_ms,
    enableDeduplication: assembler.enable_deduplication,
    deduplicationThreshold: assembler.deduplication_threshold,
    maxParallelism: assembler.max_parallelism,
    strategies: Object.fromEntries(
      Object.entries(assembler.strategies).map(([strategyId, { enabled, max_tokens: maxTokens }]) => [
        strategyId,
        { enabled, maxTokens },
      ]),
    ),
  };
}

/** `context.agents`: new agents, and changes to the built-in ones. */
export function agentDefinitions({ context: { agents } }: Configuration): readonly AgentConfiguration[] {
  return Object.entries(agents).map(([agentId, agent]) => ({
    agentId,
    displayName: agent.display_name,
    strategies: agent.strategies,
    excludedStrategies: agent.excluded_strategies,
    styleCategories: agent.style_categories,
    defaultBudget: agent.default_budget,
  }));
}

/** `workspace` and what the guard and the editor need beside it. */
export function workspaceOptions({ workspace }: Configuration, root: string): WorkspaceOptionsInput {
  return {
    root,
    denyPatterns: [...workspace.deny],
    maxFileSizeBytes: workspace.max_file_size_bytes,
    styleConfigPath: workspace.style_config,
  };
}

/** `logging`: the level of every source, and of single ones. */
export function logLevelsOf({ logging: { level, ...components } }: Configuration): LogLevels {
  return { level, components };
}

/**
 * What opening a workspace would find wrong with a configuration that its schema accepts.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function requireUsable(configuration: Configuration, workspaceRoot: string): void {
  createTokenCounter(configuration);
  parseOptions(workspaceOptionsSchema, workspaceOptions(configuration, workspaceRoot), 'workspace options');
}
