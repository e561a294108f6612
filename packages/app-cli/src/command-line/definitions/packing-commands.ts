import type { CommandDefinition, CommandGroup, OptionDefinition } from '../command-definition.js';
import { knownPackLayouts, knownPackProfiles, knownPackTemplates } from '../known-names.js';

const packOptions: readonly OptionDefinition[] = [
  {
    flags: '--open <files>',
    summary: 'files that you have open, with :LINE or :FIRST-LAST lines that matter; repeated or comma-separated',
    isRepeatable: true,
    completion: 'file',
  },
  {
    flags: '--cursor <place>',
    summary: 'where you are, as FILE:LINE or FILE:LINE:COLUMN: the definition around it comes first',
    completion: 'file',
  },
  {
    flags: '--tool-result <files>',
    summary: 'output of tools, such as a failing test; from anywhere, - is standard input',
    isRepeatable: true,
    completion: 'file',
  },
  {
    flags: '--reference <files>',
    summary: 'further files that the task needs',
    isRepeatable: true,
    completion: 'file',
  },
  {
    flags: '--diff <range>',
    summary: 'a change, such as main...HEAD, with what it concerns; the task may be left out',
  },
  { flags: '--staged', summary: 'the same for what is staged' },
  { flags: '--changed', summary: 'the same for everything that is not committed, new files included' },
  { flags: '--budget <tokens>', summary: 'maximum tokens of the packed text' },
  { flags: '--total <tokens>', summary: "the model's whole window (default: context.budget.total)" },
  { flags: '--system <tokens>', summary: 'of these, kept for the system prompt' },
  { flags: '--response <tokens>', summary: 'of these, kept for the answer' },
  { flags: '--profile <name>', summary: 'ranking for a kind of work', completion: knownPackProfiles },
  {
    flags: '--template <name>',
    summary: 'markdown, xml, json, or a Mustache file of your own; - is standard input',
    completion: knownPackTemplates,
  },
  {
    flags: '--layout <name>',
    summary: 'ranked, or stable: what the last pack had stays in its place, for prompt caches',
    completion: knownPackLayouts,
  },
  {
    flags: '--since <pack>',
    summary: 'only what is new since a pack: last, or a file that --json wrote; - is standard input',
    completion: 'file',
  },
  { flags: '--output <file>', summary: 'write the text there', completion: 'file' },
  { flags: '--no-refresh', summary: 'use the search index as it is' },
  { flags: '--debug-timing', summary: 'show how long each stage took' },
];

/** `lexichord pack`. */
export const packCommand: CommandDefinition = {
  name: 'pack',
  summary: 'pack what a task needs of the repository into a token budget',
  description:
    'Brings the index up to date, collects what the task needs, cuts it at functions and classes, ranks it, removes ' +
    'repetition and prints the best of it within the budget, ready to be sent to a model. On a terminal, and with ' +
    '--output, a summary goes to standard error; "lexichord context show" tells everything about the last pack.\n\n' +
    'A template of your own may use {{context}}, {{task}} and {{#files}}{{path}} {{language}} {{#ranges}}{{startLine}} ' +
    '{{endLine}} {{content}} {{notes}} {{gap}}{{/ranges}}{{/files}}.',
  arguments: [
    { name: '[task...]', summary: 'what the model is to do; - or none: standard input, or with a change, its review' },
  ],
  options: packOptions,
  examples: [
    ['lexichord pack "why does login fail for OAuth users"', 'what the question is about'],
    ['lexichord pack "fix the failing test" --tool-result test.log --profile bug-fix', 'with the output of the test'],
    ['lexichord pack "add a retry to the client" --open src/client.ts --budget 20000', 'a file first, 20,000 tokens'],
    ['lexichord pack "why is this slow" --cursor src/client.ts:120', 'the function at line 120 first'],
    ['lexichord pack --diff main...HEAD --budget 8000', 'a change and what it concerns, ready for a review'],
    ['lexichord pack "is this safe" --staged --output context.md', 'what is staged, into a file'],
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
        { flags: '--tokens', summary: "how the model's window is divided" },
        { flags: '--ranking', summary: 'the ranking, with what the scores are made of' },
        { flags: '--excluded', summary: 'what was left out, with the reasons' },
        { flags: '--chunks', summary: 'the chunks in the text, and whether they are whole' },
        { flags: '--dedup-stats', summary: 'what removing repetition saved' },
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
      arguments: [{ name: '<file>', summary: 'where to', completion: 'file' }],
      options: [{ flags: '--force', summary: 'replace the file that is there' }],
      examples: [['lexichord context export context.md', 'the text of the last pack, as it was']],
      load: async () => (await import('../../commands/context-export.js')).runContextExport,
    },
    {
      name: 'refresh',
      summary: 'bring the index up to date, and have running processes look at all files again',
      description:
        'Brings the index up to date, and has the processes that serve this workspace look at everything again: the ' +
        'viewers of "lexichord preview" assemble anew, and "lexichord index --watch" updates at once.',
      examples: [['lexichord context refresh', 'look at all files again']],
      load: async () => (await import('../../commands/context-refresh.js')).runContextRefresh,
    },
    {
      name: 'sources',
      summary: 'list the files that the last pack took from',
      options: [
        {
          flags: '--filter <state>',
          summary: 'modified: only those with uncommitted changes',
          completion: ['modified'],
        },
      ],
      examples: [
        ['lexichord context sources', 'files, with their tokens and chunks'],
        ['lexichord context sources --filter modified', 'those that git reports as modified'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/context-sources.js')).runContextSources,
    },
    {
      name: 'validate-sources',
      summary: 'check whether files may be packed; exit code 1 if not all may',
      arguments: [{ name: '[paths...]', summary: 'files; default: the sources of the last pack', completion: 'file' }],
      examples: [
        ['lexichord context validate-sources', 'the sources of the last pack, as they are now'],
        ['lexichord context validate-sources src/login.ts .env', 'these files'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/context-validate-sources.js')).runContextValidateSources,
    },
    {
      name: 'explain-rank',
      summary: 'explain the rank of a chunk',
      options: [{ flags: '--chunk <place>', summary: chunkValue, completion: 'file' }],
      examples: [['lexichord context explain-rank --chunk src/login.ts:45-78', 'factors, weights, keywords, score']],
      isReading: () => true,
      load: async () => (await import('../../commands/context-explain-rank.js')).runContextExplainRank,
    },
    {
      name: 'compare-chunks',
      summary: 'show what two chunks have in common, and which of them would be removed',
      options: [
        { flags: '--chunk1 <place>', summary: chunkValue, completion: 'file' },
        { flags: '--chunk2 <place>', summary: 'the other one', completion: 'file' },
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
      summary: 'print the lines that a handle in the outline of a pack stands for',
      description:
        'Reads the file as it is now. Lines that have moved within it are found; when it has no longer these lines, the ' +
        'command says so and ends with exit code 1. Lines that hold secrets are left out and listed.',
      arguments: [
        {
          name: '<handle>',
          summary: 'PATH:A-B@HASH, as the outline shows it; without @HASH, the lines as they are now',
        },
      ],
      examples: [['lexichord context expand src/login.ts:45-78@0a1b2c3d', 'the body behind a line of the outline']],
      isReading: () => true,
      load: async () => (await import('../../commands/context-expand.js')).runContextExpand,
    },
    {
      name: 'verify',
      summary: 'check whether the packed lines are still what the files hold; exit code 1 if not',
      options: [{ flags: '--chunk <place>', summary: `only one: ${chunkValue}`, completion: 'file' }],
      examples: [
        ['lexichord context verify', 'all chunks of the last pack'],
        ['lexichord context verify --chunk src/login.ts:45-78', 'one of them'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/context-verify.js')).runContextVerify,
    },
  ],
};
