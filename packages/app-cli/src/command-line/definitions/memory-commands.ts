import type { ArgumentDefinition, CommandGroup, OptionDefinition } from '../command-definition.js';
import { knownCompressionLevels } from '../known-names.js';

const conversationArgument: ArgumentDefinition = {
  name: '<conversation>',
  summary: 'id of a stored conversation; see "lexichord memory list"',
};

const fromAnywhere = 'inside or outside the workspace; - is standard input';

function levelOption(flag: string, summary: string): OptionDefinition {
  return { flags: `${flag} <level>`, summary, completion: knownCompressionLevels };
}

/** `lexichord memory …`. */
export const memoryGroup: CommandGroup = {
  name: 'memory',
  summary: 'store long conversations, recall the relevant parts, and export the original messages',
  commands: [
    {
      name: 'add',
      summary: 'store a conversation, or add its new messages',
      description:
        'Reads a JSON array, or JSON Lines, of { id?, role, speaker?, content, timestamp? }, or of messages of ' +
        'OpenAI, Anthropic or the Vercel AI SDK with tool calls and results. If the file cannot be read to its end, ' +
        'nothing is added, and the error names the message. Adding the same file again changes nothing; if the file ' +
        'has grown, only its new messages are added; if its earlier messages were changed, it is rejected; if it ' +
        'begins with another message, it is appended. Messages added before an interruption are kept; run the same ' +
        'command again to continue.\n\n' +
        'Prints a head: a hash over all messages of the conversation. Keep it, so that "lexichord memory verify" ' +
        'can detect any later change.',
      arguments: [{ name: '<file>', summary: `file of messages, ${fromAnywhere}`, completion: 'file' }],
      options: [{ flags: '--conversation <id>', summary: 'id of the conversation (required)' }],
      examples: [
        ['lexichord memory add chat.jsonl --conversation chat', 'a whole conversation'],
        ['tail -n 2 log.jsonl | lexichord memory add - --conversation chat', 'two more messages'],
      ],
      load: async () => (await import('../../commands/memory-add.js')).runMemoryAdd,
    },
    {
      name: 'list',
      summary: 'list the stored conversations',
      description:
        'Lists the stored conversations. The exit code is 1 if a conversation is incomplete; the error names it.',
      examples: [['lexichord memory list', 'ids, messages and heads']],
      isReading: () => true,
      load: async () => (await import('../../commands/memory-list.js')).runMemoryList,
    },
    {
      name: 'find',
      summary: 'find the conversations that a question is about',
      description:
        'Finds the conversations that a question is about, by the words of their messages, the names of their speakers ' +
        'and their ids. The exit code is 1 if a conversation is incomplete; the error names it.',
      arguments: [{ name: '<query...>', summary: 'the question' }],
      examples: [['lexichord memory find "which server did we choose"', 'conversations, the most relevant first']],
      isReading: () => true,
      load: async () => (await import('../../commands/memory-find.js')).runMemoryFind,
    },
    {
      name: 'show',
      summary: 'show the segments of a conversation at one level of detail',
      arguments: [conversationArgument],
      options: [levelOption('--level', 'tags, brief (default), detailed or full')],
      examples: [
        ['lexichord memory show chat', 'summaries of the segments'],
        ['lexichord memory show chat --level tags', 'topics of the segments'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/memory-show.js')).runMemoryShow,
    },
    {
      name: 'expand',
      summary: 'show a segment in more detail, up to its original messages',
      description:
        'One level at a time, in the order tags, brief, detailed, full, requires WriterPro; several levels, or each ' +
        'of them with --cascade, require Teams. The level full has each message word for word, except secrets; ' +
        '--json has the messages as they were added.',
      arguments: [{ name: '<segment>', summary: 'id of a segment, such as 1a2b3c4d-7' }],
      options: [
        levelOption('--from', 'current level: tags, brief or detailed (required)'),
        levelOption('--to', 'requested level: brief, detailed or full (required)'),
        { flags: '--cascade', summary: 'show every level in between' },
      ],
      examples: [
        ['lexichord memory expand 1a2b3c4d-7 --from brief --to detailed', 'one level'],
        ['lexichord memory expand 1a2b3c4d-7 --from tags --to full --cascade', 'three levels'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/memory-expand.js')).runMemoryExpand,
    },
    {
      name: 'recall',
      summary: 'print the relevant parts of a conversation within a token budget',
      arguments: [conversationArgument, { name: '<query...>', summary: 'the question to the agent' }],
      options: [{ flags: '--budget <tokens>', summary: 'maximum tokens; default 2000' }],
      examples: [
        [
          'lexichord memory recall chat "which server did we choose" --budget 1000',
          'the answer with the messages around it',
        ],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/memory-recall.js')).runMemoryRecall,
    },
    {
      name: 'detect',
      summary: "detect whether an agent's answer needs more of a conversation",
      arguments: [
        {
          name: '<response>',
          summary: 'the answer: a text, a file with the text, or - for standard input',
          completion: 'file',
        },
      ],
      options: [
        { flags: '--conversation <id>', summary: 'id of the stored conversation (required)' },
        {
          flags: '--context <file>',
          summary:
            'the context of the agent: the JSON of "assemble" or "memory recall", or a text; - is standard input',
          completion: 'file',
        },
      ],
      examples: [
        [
          'lexichord memory detect "Could you remind me which server we chose?" --conversation chat',
          'segments to expand',
        ],
        [
          'lexichord memory detect answer.txt --conversation chat --context recall.json',
          'compared with the recalled context',
        ],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/memory-detect.js')).runMemoryDetect,
    },
    {
      name: 'verify',
      summary: 'verify that a conversation is unchanged; exit code 1 if it is not',
      arguments: [conversationArgument],
      options: [{ flags: '--head <hash>', summary: 'head from "lexichord memory add", to detect changes since then' }],
      examples: [
        ['lexichord memory verify chat', 'check for damaged or missing messages'],
        ['lexichord memory verify chat --head 5f2c…', 'check for changes since this head'],
      ],
      load: async () => (await import('../../commands/memory-verify.js')).runMemoryVerify,
    },
    {
      name: 'export',
      summary: 'write a conversation as its original file',
      arguments: [conversationArgument],
      options: [{ flags: '--output <file>', summary: 'file to write', completion: 'file' }],
      examples: [
        ['lexichord memory export chat > chat.jsonl', 'byte for byte'],
        ['lexichord memory export chat --output chat.jsonl', 'the same, written atomically'],
      ],
      load: async () => (await import('../../commands/memory-export.js')).runMemoryExport,
    },
    {
      name: 'import',
      summary: 'store an exported conversation; never adds to an existing one',
      arguments: [{ name: '<file>', summary: `file of messages, ${fromAnywhere}`, completion: 'file' }],
      options: [{ flags: '--conversation <id>', summary: "id of the conversation (default: the file's name)" }],
      examples: [['lexichord memory import chat.jsonl', 'as the conversation chat']],
      load: async () => (await import('../../commands/memory-import.js')).runMemoryImport,
    },
    {
      name: 'backup',
      summary: 'write all conversations to a backup file',
      arguments: [{ name: '<file>', summary: 'file to write', completion: 'file' }],
      options: [{ flags: '--force', summary: 'replace an existing file' }],
      examples: [['lexichord memory backup memory.backup', 'all conversations of the workspace']],
      load: async () => (await import('../../commands/memory-backup.js')).runMemoryBackup,
    },
    {
      name: 'restore',
      summary: 'restore the conversations of a backup; identical ones are left unchanged',
      arguments: [{ name: '<file>', summary: 'a file from "lexichord memory backup"', completion: 'file' }],
      examples: [['lexichord memory restore memory.backup', 'all conversations of the backup, or none']],
      load: async () => (await import('../../commands/memory-backup.js')).runMemoryRestore,
    },
    {
      name: 'remove',
      summary: 'remove a conversation and all its messages',
      arguments: [conversationArgument],
      options: [{ flags: '--yes', summary: 'confirm the removal (required)' }],
      examples: [['lexichord memory remove chat --yes', 'remove the conversation chat']],
      load: async () => (await import('../../commands/memory-remove.js')).runMemoryRemove,
    },
  ],
};
