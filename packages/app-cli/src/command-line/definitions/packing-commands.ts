import type { CommandDefinition, CommandGroup, OptionDefinition } from '../command-definition.js';
import { knownPackLayouts, knownPackProfiles, knownPackTemplates } from '../known-names.js';

const packOptions: readonly OptionDefinition[] = [
  {
    flags: '--open <files>',
    summary: 'open files, with relevant lines as :LINE or :FIRST-LAST; repeated or comma-separated',
    isRepeatable: true,
    completion: 'file',
  },
  {
    flags: '--cursor <position>',
    summary: 'cursor position as FILE:LINE or FILE:LINE:COLUMN; its definition is packed first',
    completion: 'file',
  },
  {
    flags: '--tool-result <files>',
    summary: 'files with tool output, such as a failing test; - is standard input',
    isRepeatable: true,
    completion: 'file',
  },
  {
    flags: '--reference <files>',
    summary: 'additional files for the task',
    isRepeatable: true,
    completion: 'file',
  },
  {
    flags: '--diff <range>',
    summary: 'a change, such as main...HEAD, with related code; the task is optional',
  },
  { flags: '--staged', summary: 'the same for the staged changes' },
  { flags: '--changed', summary: 'the same for all uncommitted changes, including new files' },
  { flags: '--budget <tokens>', summary: 'maximum tokens of the packed text' },
  { flags: '--total <tokens>', summary: "the model's context window (default: context.budget.total)" },
  { flags: '--system <tokens>', summary: 'tokens of it reserved for the system prompt' },
  { flags: '--response <tokens>', summary: 'tokens of it reserved for the response' },
  { flags: '--profile <name>', summary: 'ranking for a kind of work', completion: knownPackProfiles },
  {
    flags: '--template <name>',
    summary: 'markdown, xml, json, or a Mustache file of your own; - is standard input',
    completion: knownPackTemplates,
  },
  {
    flags: '--layout <name>',
    summary: 'ranked, or stable: unchanged parts keep their position, for prompt caches',
    completion: knownPackLayouts,
  },
  {
    flags: '--since <pack>',
    summary: 'only new content since a pack: last, or a file written with --json; - is standard input',
    completion: 'file',
  },
  { flags: '--output <file>', summary: 'file to write the text to', completion: 'file' },
  { flags: '--no-refresh', summary: 'use the search index without updating it' },
  { flags: '--debug-timing', summary: 'show how long each stage took' },
];

/** `lexichord pack`. */
export const packCommand: CommandDefinition = {
  name: 'pack',
  summary: 'pack the relevant parts of the repository for a task into a token budget',
  description:
    'Updates the index, collects code and documents for the task, cuts them at functions and classes, ranks them, ' +
    'removes repetition and prints the best parts within the budget, ready to be sent to a model. On a terminal, ' +
    'and with --output, a summary goes to standard error; "lexichord context show" explains the last pack.\n\n' +
    'A custom template may use {{context}}, {{task}} and {{#files}}{{path}} {{language}} {{#ranges}}{{startLine}} ' +
    '{{endLine}} {{content}} {{notes}} {{gap}}{{/ranges}}{{/files}}.',
  arguments: [
    {
      name: '[task...]',
      summary: 'task for the model; - or no task reads standard input, or with a change, means its review',
    },
  ],
  options: packOptions,
  examples: [
    ['lexichord pack "why does login fail for OAuth users"', 'code and documents relevant to the question'],
    ['lexichord pack "fix the failing test" --tool-result test.log --profile bug-fix', 'with the output of the test'],
    ['lexichord pack "add a retry to the client" --open src/client.ts --budget 20000', 'a file first, 20,000 tokens'],
    ['lexichord pack "why is this slow" --cursor src/client.ts:120', 'the function at line 120 first'],
    ['lexichord pack --diff main...HEAD --budget 8000', 'a change with related code, for a review'],
    ['lexichord pack "is this safe" --staged --output context.md', 'staged changes, written to a file'],
  ],
  isReading: ({ options }) => options['output'] === undefined,
  load: async () => (await import('../../commands/pack.js')).runPack,
};

const chunkValue = 'PATH:A-B, lines from 1 and inclusive';

/** `lexichord context …`. */
export const contextGroup: CommandGroup = {
  name: 'context',
  summary: 'explain and check the last pack',
  commands: [
    {
      name: 'show',
      summary: 'show what was packed, what was left out, and why',
      options: [
        { flags: '--verbose', summary: 'everything' },
        { flags: '--stats', summary: 'numbers and times' },
        { flags: '--tokens', summary: 'the division of the context window' },
        { flags: '--ranking', summary: 'the ranking, with the parts of each score' },
        { flags: '--excluded', summary: 'the chunks left out, with the reasons' },
        { flags: '--chunks', summary: 'the chunks in the text, complete or shortened' },
        { flags: '--dedup-stats', summary: 'the tokens saved by removing repetition' },
      ],
      examples: [
        ['lexichord context show', 'budget, sources and chunks'],
        ['lexichord context show --ranking', 'why this order'],
        ['lexichord context show --excluded', 'why something is missing'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/context-show.js')).runContextShow,
    },
    {
      name: 'export',
      summary: 'write the packed text to a file',
      arguments: [{ name: '<file>', summary: 'file to write', completion: 'file' }],
      options: [{ flags: '--force', summary: 'replace an existing file' }],
      examples: [['lexichord context export context.md', 'the text of the last pack']],
      load: async () => (await import('../../commands/context-export.js')).runContextExport,
    },
    {
      name: 'refresh',
      summary: 'update the index, and make running processes check all files again',
      description:
        'Updates the index, and makes the processes that serve this workspace check all files again: "lexichord ' +
        'preview" assembles again for its viewers, and "lexichord index --watch" updates at once.',
      examples: [['lexichord context refresh', 'check all files again']],
      load: async () => (await import('../../commands/context-refresh.js')).runContextRefresh,
    },
    {
      name: 'sources',
      summary: 'list the source files of the last pack',
      options: [
        {
          flags: '--filter <state>',
          summary: 'modified: only those with uncommitted changes',
          completion: ['modified'],
        },
      ],
      examples: [
        ['lexichord context sources', 'files, with their tokens and chunks'],
        ['lexichord context sources --filter modified', 'files that git reports as modified'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/context-sources.js')).runContextSources,
    },
    {
      name: 'validate-sources',
      summary: 'check whether files may be packed; exit code 1 if one may not',
      arguments: [{ name: '[paths...]', summary: 'files; default: the sources of the last pack', completion: 'file' }],
      examples: [
        ['lexichord context validate-sources', 'the current files of the last pack'],
        ['lexichord context validate-sources src/login.ts .env', 'these files'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/context-validate-sources.js')).runContextValidateSources,
    },
    {
      name: 'explain-rank',
      summary: 'explain the rank of a chunk',
      options: [{ flags: '--chunk <range>', summary: chunkValue, completion: 'file' }],
      examples: [['lexichord context explain-rank --chunk src/login.ts:45-78', 'factors, weights, keywords, score']],
      isReading: () => true,
      load: async () => (await import('../../commands/context-explain-rank.js')).runContextExplainRank,
    },
    {
      name: 'compare-chunks',
      summary: 'show the common lines of two chunks, and which one would be removed',
      options: [
        { flags: '--chunk1 <range>', summary: chunkValue, completion: 'file' },
        { flags: '--chunk2 <range>', summary: 'the other chunk', completion: 'file' },
      ],
      examples: [
        [
          'lexichord context compare-chunks --chunk1 src/login.ts:45-78 --chunk2 src/login.ts:50-85',
          'shared lines, and the decision',
        ],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/context-compare-chunks.js')).runContextCompareChunks,
    },
    {
      name: 'expand',
      summary: 'print the lines of a handle from the outline of a pack',
      description:
        'Reads the current file. Lines that have moved within it are found; if the file no longer contains them, ' +
        'the command fails with exit code 1. Lines with secrets are left out and listed.',
      arguments: [
        {
          name: '<handle>',
          summary: 'PATH:A-B@HASH, as in the outline; without @HASH, the current lines',
        },
      ],
      examples: [['lexichord context expand src/login.ts:45-78@0a1b2c3d', 'the body of a chunk in the outline']],
      isReading: () => true,
      load: async () => (await import('../../commands/context-expand.js')).runContextExpand,
    },
    {
      name: 'verify',
      summary: 'check whether the packed lines still match the files; exit code 1 if not',
      options: [{ flags: '--chunk <range>', summary: `only one: ${chunkValue}`, completion: 'file' }],
      examples: [
        ['lexichord context verify', 'all chunks of the last pack'],
        ['lexichord context verify --chunk src/login.ts:45-78', 'one of them'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/context-verify.js')).runContextVerify,
    },
  ],
};
