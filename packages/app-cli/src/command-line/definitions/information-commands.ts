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
        'Shows the licence in force. A licence is given as LEXICHORD_LICENSE, or as license.file in your own ' +
        'configuration; without one this program runs on its development licence.',
      examples: [
        ['lexichord license show', 'which tier is open, and why'],
        ['lexichord license show --tier core', 'how it would be at Core'],
      ],
      load: async () => (await import('../../commands/license-show.js')).runLicenseShow,
    },
  ],
};

/** `lexichord debug …`. */
export const debugGroup: CommandGroup = {
  name: 'debug',
  summary: 'look into what Lexichord does',
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
        ['git diff | lexichord debug tokenize --file -', 'tokens of what another program writes'],
      ],
      load: async () => (await import('../../commands/debug-tokenize.js')).runDebugTokenize,
    },
    {
      name: 'parsers',
      summary: 'list the languages that files are cut by structure in, and try their parsers',
      examples: [['lexichord debug parsers', 'which languages have a parser, and whether it works']],
      load: async () => (await import('../../commands/debug-parsers.js')).runDebugParsers,
    },
    {
      name: 'watch',
      summary: 'show what the processes that serve this workspace watch',
      examples: [['lexichord debug watch', 'whether changes of files are followed']],
      load: async () => (await import('../../commands/debug-watch.js')).runDebugWatch,
    },
  ],
};

/** `lexichord completion`. The commands that it completes include itself, so they are asked for when it runs. */
export const completionCommand = (
  commands: () => readonly (CommandDefinition | CommandGroup)[],
): CommandDefinition => ({
  name: 'completion',
  summary: 'print a script that completes commands in your shell',
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
    'Shows the tables that Lexichord keeps of the workspace, with what is wrong with them. With --repair, a table that a ' +
    'crash has cut off is set back to its last whole version, and one that can be made again is removed to be made anew. ' +
    'With --deep, everything is read and compared, also what can be made again: every file and index of the tables, the search index with the ' +
    'files of the workspace, levels of conversations with their messages, facts with the entities that they name; together with --repair, what ' +
    'is wrong and can be made again is made again. ' +
    'With --adopt, state that was set aside because you had not made it here is taken up again; what was in use is set aside instead.',
  options: [
    { flags: '--deep', summary: 'compare everything with what it was made from' },
    { flags: '--repair', summary: 'repair what is damaged; no other process may be writing' },
    {
      flags: '--adopt <folder>',
      summary: 'take up state that was set aside: .lexichord.aside-1',
      completion: 'folder',
    },
  ],
  examples: [
    ['lexichord doctor', 'which tables there are, and whether they are whole'],
    ['lexichord doctor --repair', 'repair what is damaged'],
    ['lexichord doctor --deep --repair', 'compare everything, and make again what is wrong'],
    ['lexichord doctor --adopt .lexichord.aside-1', 'say that this state is yours, and use it'],
  ],
  load: async () => (await import('../../commands/doctor.js')).runDoctor,
};
