import type { CommandDefinition, CommandGroup } from '../command-definition.js';
import { knownConfigurationKeys } from '../known-names.js';

/** `lexichord init`. */
export const initCommand: CommandDefinition = {
  name: 'init',
  summary: 'write a commented .agent/config.yml',
  description: 'Writes .agent/config.yml with every setting, its meaning and its default, all commented out.',
  options: [{ flags: '--force', summary: 'replace the file that is there' }],
  examples: [
    ['lexichord init', 'in the nearest folder upwards with .git, else here'],
    ['lexichord init --workspace .', 'here'],
  ],
  load: async () => (await import('../../commands/init.js')).runInit,
};

/** `lexichord config …`. */
export const configGroup: CommandGroup = {
  name: 'config',
  summary: 'show and check the configuration',
  commands: [
    {
      name: 'show',
      summary: 'show every setting, its value and where it comes from',
      arguments: [
        {
          name: '[key]',
          summary: 'a setting such as context.budget.total, or a section such as context.budget',
          completion: knownConfigurationKeys,
        },
      ],
      examples: [
        ['lexichord config show', 'all of it'],
        ['lexichord config show context.budget', 'one section'],
        ['lexichord config show context.budget.total', 'one setting'],
      ],
      load: async () => (await import('../../commands/config.js')).runConfigShow,
    },
    {
      name: 'validate',
      summary: 'check the configuration and name every problem',
      examples: [['lexichord config validate', 'ends with exit code 2 if something is wrong']],
      load: async () => (await import('../../commands/config.js')).runConfigValidate,
    },
    {
      name: 'schema',
      summary: 'print the JSON Schema of the configuration, for editors',
      description:
        'Prints the JSON Schema of .agent/config.yml. An editor that is given it completes keys, shows what they mean ' +
        'and marks mistakes while you write.',
      examples: [
        [
          'lexichord config schema > .agent/config.schema.json',
          'then "# yaml-language-server: $schema=config.schema.json" as the first line of .agent/config.yml',
        ],
      ],
      load: async () => (await import('../../commands/config.js')).runConfigSchema,
    },
    {
      name: 'reload',
      summary: 'have running processes take up a changed configuration',
      description:
        'Checks the configuration and has the processes that serve this workspace take it up: "lexichord preview" and ' +
        '"lexichord index --watch". Every other command reads the configuration when it starts.',
      examples: [['lexichord config reload', 'after .agent/config.yml was changed']],
      load: async () => (await import('../../commands/config.js')).runConfigReload,
    },
  ],
};
