import type { CommandDefinition } from '../command-definition.js';
import { knownChunkKinds } from '../known-names.js';

/** `lexichord index`. */
export const indexCommand: CommandDefinition = {
  name: 'index',
  summary: 'update the search index',
  description:
    'Updates the search index of the workspace. Only changed files are read; the next run continues an interrupted ' +
    'one. Files that git ignores, that `.agentignore` lists or that the workspace guard denies are left out.',
  arguments: [{ name: '[paths...]', summary: 'files and folders; default: the whole workspace', completion: 'file' }],
  options: [
    { flags: '--rebuild', summary: 'rebuild the index from scratch' },
    { flags: '--watch', summary: 'keep running, and index every change' },
  ],
  examples: [
    ['lexichord index', 'index new and changed files'],
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
    'Updates the index and shows the code and documentation that match the query best. A query is a question, a name such ' +
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
    { flags: '--explain', summary: 'show the parts of each score' },
    { flags: '--no-refresh', summary: 'search the index without updating it' },
  ],
  examples: [
    ['lexichord search "how are sessions closed"', 'hits for a question'],
    ['lexichord search UserService.login --limit 3', 'where the name is defined'],
    ['lexichord search "retry policy" --path src/** --explain', 'with the parts of each score'],
  ],
  isReading: () => true,
  load: async () => (await import('../../commands/search.js')).runSearch,
};

/** `lexichord map`. */
export const mapCommand: CommandDefinition = {
  name: 'map',
  summary: 'show an overview of the repository: entry points and central definitions',
  description:
    'Updates the index and prints a map of the repository as Markdown: its files by language, its folders, its ' +
    'entry points, and as many central definitions as fit into the budget.',
  options: [
    { flags: '--budget <tokens>', summary: 'maximum number of tokens; default 1,000' },
    { flags: '--no-refresh', summary: 'use the index without updating it' },
  ],
  examples: [
    ['lexichord map', 'the repository in 1,000 tokens'],
    ['lexichord map --budget 4000 > map.md', 'a longer map, written to a file'],
  ],
  isReading: () => true,
  load: async () => (await import('../../commands/map.js')).runMap,
};
