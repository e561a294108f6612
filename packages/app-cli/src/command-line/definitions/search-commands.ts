import type { CommandDefinition } from '../command-definition.js';
import { knownChunkKinds } from '../known-names.js';

/** `lexichord index`. */
export const indexCommand: CommandDefinition = {
  name: 'index',
  summary: 'bring the search index up to date',
  description:
    'Brings the search index of the workspace up to date. Only what has changed is read again; an interrupted run is ' +
    'continued by the next one. What git ignores, `.agentignore` names or the workspace guard denies is left out.',
  arguments: [{ name: '[paths...]', summary: 'files and folders; default: the whole workspace', completion: 'file' }],
  options: [
    { flags: '--rebuild', summary: 'begin anew instead of keeping what has not changed' },
    { flags: '--watch', summary: 'stay, and follow every change' },
  ],
  examples: [
    ['lexichord index', 'index the workspace, or what has changed in it'],
    ['lexichord index src docs', 'only these folders'],
    ['lexichord index --watch', 'keep the index up to date while you work'],
  ],
  isServing: ({ options }) => options['watch'] === true,
  load: async () => (await import('../../commands/index-workspace.js')).runIndex,
};

/** `lexichord search`. */
export const searchCommand: CommandDefinition = {
  name: 'search',
  summary: 'find code and documentation by words, names and meaning',
  description:
    'Brings the index up to date and shows the places that answer the query best. A query is a question, a name such ' +
    'as `UserService.login`, a path, or an error message with its stack trace.',
  arguments: [{ name: '<query...>', summary: 'what to look for' }],
  options: [
    { flags: '--limit <count>', summary: 'maximum number of hits, from 1 to 200; default 10' },
    {
      flags: '--path <globs>',
      summary: 'only in these files or folders, such as src/**',
      isRepeatable: true,
      completion: 'file',
    },
    { flags: '--language <ids>', summary: 'only in these languages, such as typescript', isRepeatable: true },
    { flags: '--kind <kinds>', summary: 'only these kinds of chunk', isRepeatable: true, completion: knownChunkKinds },
    { flags: '--content', summary: 'show the text of each hit, with --json as "content"' },
    { flags: '--explain', summary: 'show what each score is made of' },
    { flags: '--no-refresh', summary: 'search the index as it is' },
  ],
  examples: [
    ['lexichord search "how are sessions closed"', 'places that answer the question'],
    ['lexichord search UserService.login --limit 3', 'where the name is defined'],
    ['lexichord search "retry policy" --path src/** --explain', 'with the reasons for the order'],
  ],
  isReading: () => true,
  load: async () => (await import('../../commands/search.js')).runSearch,
};

/** `lexichord map`. */
export const mapCommand: CommandDefinition = {
  name: 'map',
  summary: 'show what the repository is: entry points and central definitions',
  description:
    'Brings the index up to date and prints a map of the repository as Markdown: its files by language, its folders, its ' +
    'entry points, and the definitions that most of its code leads to, as many as fit into the budget.',
  options: [
    { flags: '--budget <tokens>', summary: 'maximum number of tokens; default 1,000' },
    { flags: '--no-refresh', summary: 'use the index as it is' },
  ],
  examples: [
    ['lexichord map', 'the repository in 1,000 tokens'],
    ['lexichord map --budget 4000 > map.md', 'more of it, to a file'],
  ],
  isReading: () => true,
  load: async () => (await import('../../commands/map.js')).runMap,
};
