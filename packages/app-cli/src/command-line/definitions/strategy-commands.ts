import type { ArgumentDefinition, CommandGroup } from '../command-definition.js';
import { knownStrategyIds } from '../known-names.js';

const strategyArgument: ArgumentDefinition = {
  name: '<id>',
  summary: 'id of the strategy, as "lexichord strategies list" shows it',
  completion: knownStrategyIds,
};

/** `lexichord strategies …`. */
export const strategiesGroup: CommandGroup = {
  name: 'strategies',
  summary: 'show and switch the sources of context',
  commands: [
    {
      name: 'list',
      summary: 'list every strategy with its state',
      examples: [
        ['lexichord strategies list', 'which strategies there are, and which run'],
        ['lexichord strategies list --tier writerpro', 'what a WriterPro licence opens'],
      ],
      load: async () => (await import('../../commands/strategies.js')).runStrategiesList,
    },
    {
      name: 'enable',
      summary: 'switch a strategy on for this workspace',
      arguments: [strategyArgument],
      examples: [['lexichord strategies enable style', 'style rules are part of the context again']],
      load: async () => (await import('../../commands/strategies.js')).runStrategiesEnable,
    },
    {
      name: 'disable',
      summary: 'switch a strategy off for this workspace',
      arguments: [strategyArgument],
      examples: [['lexichord strategies disable style', 'no style rules from now on']],
      load: async () => (await import('../../commands/strategies.js')).runStrategiesDisable,
    },
  ],
};
