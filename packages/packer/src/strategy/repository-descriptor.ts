import type { StrategyDescriptor } from '@lexichord/abstractions';

/** The packed repository as a source of an assembly: it runs where it is switched on or required. */
export const repositoryDescriptor: StrategyDescriptor = {
  strategyId: 'repository',
  displayName: 'Repository Code',
  priority: 55,
  maxTokens: 4_000,
  tier: 'Teams',
  enabledByDefault: false,
};
