import type { CommandDefinition, CommandGroup } from '../command-definition.js';

/** `lexichord license …`. */
export const licenseGroup: CommandGroup = {
  name: 'license',
  summary: 'show the licence in force',
  commands: [
    {
      name: 'show',
      summary: 'show the licence: tier, status, source, holder, expiry',
      description:
        'Shows the licence in force. A licence is read from LEXICHORD_LICENSE, or from the file that license.file ' +
        'names in your own configuration; without one, the development licence applies.',
      examples: [
        ['lexichord license show', 'the tier in force and its source'],
        ['lexichord license show --tier core', 'the same at the Core tier'],
      ],
      load: async () => (await import('../../commands/license-show.js')).runLicenseShow,
    },
  ],
};

/** `lexichord debug …`. */
export const debugGroup: CommandGroup = {
  name: 'debug',
  summary: 'inspect tokens, parsers and watched files',
  commands: [
    {
      name: 'tokenize',
      summary: 'show how a text is counted, token by token',
      options: [
        { flags: '--text <text>', summary: 'the text' },
        { flags: '--file <file>', summary: 'a file with the text; - is standard input', completion: 'file' },
      ],
      examples: [
        ['lexichord debug tokenize --text "Hello, world"', 'tokens of a text'],
        ['git diff | lexichord debug tokenize --file -', 'tokens of the output of another program'],
      ],
      load: async () => (await import('../../commands/debug-tokenize.js')).runDebugTokenize,
    },
    {
      name: 'parsers',
      summary: 'list the languages with a parser, and test each parser',
      examples: [['lexichord debug parsers', 'languages with the state of their parsers']],
      load: async () => (await import('../../commands/debug-parsers.js')).runDebugParsers,
    },
    {
      name: 'watch',
      summary: 'show the files and folders that running processes watch',
      examples: [['lexichord debug watch', 'watched files and the last event']],
      load: async () => (await import('../../commands/debug-watch.js')).runDebugWatch,
    },
  ],
};

/** `lexichord completion`. The commands that it completes include itself, so they are asked for when it runs. */
export const completionCommand = (
  commands: () => readonly (CommandDefinition | CommandGroup)[],
): CommandDefinition => ({
  name: 'completion',
  summary: 'print a completion script for your shell',
  arguments: [{ name: '<shell>', summary: 'bash, zsh or fish', completion: ['bash', 'zsh', 'fish'] }],
  examples: [
    ['source <(lexichord completion bash)', 'in ~/.bashrc'],
    ['source <(lexichord completion zsh)', 'in ~/.zshrc, after compinit'],
    ['lexichord completion fish > ~/.config/fish/completions/lexichord.fish', 'once'],
  ],
  load: async () => (await import('../../commands/completion.js')).completionOf(commands()),
});

/** `lexichord doctor`. */
export const doctorCommand: CommandDefinition = {
  name: 'doctor',
  summary: "check Lexichord's tables, and repair them",
  description:
    'Lists the tables of the workspace with their problems. With --repair, a table that a crash has truncated is ' +
    'reset to its last complete version, and a damaged derived table is removed, to be rebuilt. With --deep, ' +
    'everything is read and compared, including derived data: every file and index of the tables, the search index ' +
    'with the files of the workspace, levels of conversations with their messages, facts with their entities; with ' +
    '--repair as well, wrong derived data is rebuilt. With --adopt, state that was set aside because it was not ' +
    'created here by you is used again; the current state is set aside instead.',
  options: [
    { flags: '--deep', summary: 'compare all data with its sources' },
    { flags: '--repair', summary: 'repair damaged tables; no other process may be writing' },
    {
      flags: '--adopt <folder>',
      summary: 'use state that was set aside, such as .lexichord.aside-1',
      completion: 'folder',
    },
  ],
  examples: [
    ['lexichord doctor', 'all tables with their state'],
    ['lexichord doctor --repair', 'repair damaged tables'],
    ['lexichord doctor --deep --repair', 'compare everything and rebuild wrong data'],
    ['lexichord doctor --adopt .lexichord.aside-1', 'confirm that this state is yours, and use it'],
  ],
  load: async () => (await import('../../commands/doctor.js')).runDoctor,
};
