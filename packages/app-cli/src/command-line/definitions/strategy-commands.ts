import type { ArgumentDefinition, CommandGroup } from '../command-definition.js';
import { knownStrategyIds } from '../known-names.js';

const strategyArgument: ArgumentDefinition = {
  name: '<id>',
  summary: 'id of the strategy; see "lexichord strategies list"',
  completion: knownStrategyIds,
};

/** `lexichord strategies …`. */
export const strategiesGroup: CommandGroup = {
  name: 'strategies',
  summary: 'list the sources of context, and switch them on and off',
  commands: [
    {
      name: 'list',
      summary: 'list every strategy with its state',
      examples: [
        ['lexichord strategies list', 'all strategies with their state'],
        ['lexichord strategies list --tier writerpro', 'strategies of a WriterPro licence'],
      ],
      load: async () => (await import('../../commands/strategies.js')).runStrategiesList,
    },
    {
      name: 'enable',
      summary: 'switch a strategy on for this workspace',
      arguments: [strategyArgument],
      examples: [['lexichord strategies enable style', 'include style rules again']],
      load: async () => (await import('../../commands/strategies.js')).runStrategiesEnable,
    },
    {
      name: 'disable',
      summary: 'switch a strategy off for this workspace',
      arguments: [strategyArgument],
      examples: [['lexichord strategies disable style', 'leave style rules out']],
      load: async () => (await import('../../commands/strategies.js')).runStrategiesDisable,
    },
  ],
};
