import { builtInStrategyIds } from '@lexichord/agents';
import { findClosestName } from '@lexichord/platform/internal';

import type { Configuration } from './configuration/configuration-schema.js';

/**
 * Warnings about ids of unregistered strategies. They are no errors: a workspace's file may be written for a host with
 * its own strategies. Built-in strategies that are not registered are accepted as well.
 *
 * @param registered every strategy of this host, including locked ones
 * @returns sentences, in the order of the configuration
 */
export function configurationWarnings(
  { context: { assembler, agents } }: Configuration,
  registered: readonly string[],
): readonly string[] {
  const strategyIds = [...new Set([...registered, ...builtInStrategyIds])];
  const named = [
    ...Object.keys(assembler.strategies).map((id) => ({ id, key: `context.assembler.strategies.${id}` })),
    ...Object.entries(agents).flatMap(([agentId, { strategies = [], excludedStrategies = [] }]) => [
      ...strategies.map((id) => ({ id, key: `context.agents.${agentId}.strategies` })),
      ...excludedStrategies.map((id) => ({ id, key: `context.agents.${agentId}.excluded_strategies` })),
    ]),
  ];
  return named
    .filter(({ id }) => !strategyIds.includes(id))
    .map(({ id, key }) => {
      const meant = findClosestName(id, strategyIds);
      const hint =
        meant === undefined ? `Available strategies: ${strategyIds.join(', ')}.` : `Did you mean "${meant}"?`;
      return `${key}: there is no strategy "${id}", so this has no effect. ${hint}`;
    });
}
