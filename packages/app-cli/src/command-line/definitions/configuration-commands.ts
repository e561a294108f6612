import type { CommandDefinition, CommandGroup } from '../command-definition.js';
import { knownAgentClients, knownConfigurationKeys } from '../known-names.js';

/** `lexichord init`. */
export const initCommand: CommandDefinition = {
  name: 'init',
  summary: 'add the server to your agent, or write a commented .agent/config.yml',
  description:
    'Without --agent, writes .agent/config.yml with every setting, its meaning and its default, all commented out. ' +
    'With --agent, shows the entry with which an agent starts "lexichord mcp" in this workspace, asks for ' +
    'confirmation, and adds it to the ' +
    "agent's settings file without changing its other entries.",
  options: [
    {
      flags: '--agent <names>',
      summary: 'claude, codex, cursor or vscode',
      isRepeatable: true,
      completion: knownAgentClients,
    },
    { flags: '--yes', summary: 'with --agent: write without confirmation' },
    { flags: '--force', summary: 'replace an existing file or entry' },
  ],
  examples: [
    ['lexichord init --agent claude', 'add the server to Claude Code'],
    ['lexichord init --agent codex,vscode --yes', 'two agents, without confirmation'],
    ['lexichord init', '.agent/config.yml in the nearest folder upwards with .git, else here'],
    ['lexichord init --workspace .', 'the same, here'],
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
      summary: 'check the configuration and list every problem',
      examples: [['lexichord config validate', 'exit code 2 if there is a problem']],
      load: async () => (await import('../../commands/config.js')).runConfigValidate,
    },
    {
      name: 'schema',
      summary: 'print the JSON Schema of the configuration, for editors',
      description:
        'Prints the JSON Schema of .agent/config.yml. With it, an editor completes keys, shows their descriptions ' +
        'and marks errors.',
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
      summary: 'reload the configuration in running processes',
      description:
        'Checks the configuration and reloads it in the processes that serve this workspace: "lexichord preview" ' +
        'and "lexichord index --watch". Every other command reads the configuration when it starts.',
      examples: [['lexichord config reload', 'after .agent/config.yml was changed']],
      load: async () => (await import('../../commands/config.js')).runConfigReload,
    },
  ],
};
