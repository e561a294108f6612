import type { ArgumentDefinition, CommandGroup, OptionDefinition } from '../command-definition.js';
import { knownCompressionLevels } from '../known-names.js';

const conversationArgument: ArgumentDefinition = {
  name: '<conversation>',
  summary: 'id of a stored conversation; "lexichord memory list" names them',
};

const fromAnywhere = 'from anywhere, - is standard input';

function levelOption(flag: string, summary: string): OptionDefinition {
  return { flags: `${flag} <level>`, summary, completion: knownCompressionLevels };
}

/** `lexichord memory …`. */
export const memoryGroup: CommandGroup = {
  name: 'memory',
  summary: 'keep long conversations, recall what matters of them, and get every word back',
  commands: [
    {
      name: 'add',
      summary: 'store a conversation, or what is new in it',
      description:
        'Reads a JSON array, or JSON Lines, of { id?, role, speaker?, content, timestamp? }, or of the messages of OpenAI, ' +
        'Anthropic or the Vercel AI SDK with their calls of tools and results. Of a file that cannot be read to its end ' +
        'nothing is added, and the message is named. The same file again changes nothing; of a file that has grown, what ' +
        'is new is added; one whose earlier messages were changed is refused; a file that begins with another message is ' +
        'added behind what is there. What was added before an interruption stays, and the same command goes on.\n\n' +
        'It prints a head: a hash over everything that was ever added. Keep it, and "lexichord memory verify" can tell ' +
        'whether anything was changed since.',
      arguments: [{ name: '<file>', summary: `messages, ${fromAnywhere}`, completion: 'file' }],
      options: [{ flags: '--conversation <id>', summary: 'what to call the conversation (required)' }],
      examples: [
        ['lexichord memory add chat.jsonl --conversation chat', 'a whole conversation'],
        ['tail -n 2 log.jsonl | lexichord memory add - --conversation chat', 'two more messages'],
      ],
      load: async () => (await import('../../commands/memory-add.js')).runMemoryAdd,
    },
    {
      name: 'list',
      summary: 'list the stored conversations',
      description: 'Exit code 1 says that something of a conversation is missing; which one is said.',
      examples: [['lexichord memory list', 'ids, messages and heads']],
      isReading: () => true,
      load: async () => (await import('../../commands/memory-list.js')).runMemoryList,
    },
    {
      name: 'show',
      summary: 'show the segments of a conversation at one level of detail',
      arguments: [conversationArgument],
      options: [levelOption('--level', 'tags, brief (default), detailed or full')],
      examples: [
        ['lexichord memory show chat', 'in short'],
        ['lexichord memory show chat --level tags', 'what it was about'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/memory-show.js')).runMemoryShow,
    },
    {
      name: 'expand',
      summary: 'get more detail of a segment, up to the original words',
      description:
        'From one level to the next one, tags to brief to detailed to full, with WriterPro; over several levels, or with ' +
        '--cascade each of them, from Teams. At full it holds each message word by word, but for secrets; --json has the messages as they were given.',
      arguments: [{ name: '<segment>', summary: 'id of a segment, such as 1a2b3c4d-7' }],
      options: [
        levelOption('--from', 'the present level: tags, brief or detailed (required)'),
        levelOption('--to', 'the requested level: brief, detailed or full (required)'),
        { flags: '--cascade', summary: 'every level on the way, one after the other' },
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
      summary: 'print what an agent should know of a conversation, within a budget of tokens',
      arguments: [conversationArgument, { name: '<query...>', summary: 'the question to the agent' }],
      options: [{ flags: '--budget <tokens>', summary: 'maximum tokens; default 2000' }],
      examples: [
        ['lexichord memory recall chat "which server did we choose" --budget 1000', 'the answer and what is around it'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/memory-recall.js')).runMemoryRecall,
    },
    {
      name: 'detect',
      summary: "tell from an agent's answer whether it needs more of a conversation",
      arguments: [
        {
          name: '<response>',
          summary: 'the answer: a text, the name of a file that holds it, or - for standard input',
          completion: 'file',
        },
      ],
      options: [
        { flags: '--conversation <id>', summary: 'the stored conversation that it is about (required)' },
        {
          flags: '--context <file>',
          summary:
            'what the agent was shown: the JSON of "assemble" or "memory recall", or a text; - is standard input',
          completion: 'file',
        },
      ],
      examples: [
        ['lexichord memory detect "Could you remind me which server we chose?" --conversation chat', 'yes, and where'],
        ['lexichord memory detect answer.txt --conversation chat --context recall.json', 'more than was shown?'],
      ],
      isReading: () => true,
      load: async () => (await import('../../commands/memory-detect.js')).runMemoryDetect,
    },
    {
      name: 'verify',
      summary: 'check that a conversation is what was stored; exit code 1 if it is not',
      arguments: [conversationArgument],
      options: [{ flags: '--head <hash>', summary: 'what "lexichord memory add" printed: nothing was changed since' }],
      examples: [
        ['lexichord memory verify chat', 'whether any message is damaged or missing'],
        ['lexichord memory verify chat --head 5f2c…', 'whether every message is as it was then'],
      ],
      load: async () => (await import('../../commands/memory-verify.js')).runMemoryVerify,
    },
    {
      name: 'export',
      summary: 'write a conversation as its original file',
      arguments: [conversationArgument],
      options: [{ flags: '--output <file>', summary: 'write it there', completion: 'file' }],
      examples: [
        ['lexichord memory export chat > chat.jsonl', 'byte for byte'],
        ['lexichord memory export chat --output chat.jsonl', 'the same; the file is there whole or not at all'],
      ],
      load: async () => (await import('../../commands/memory-export.js')).runMemoryExport,
    },
    {
      name: 'import',
      summary: 'store an exported conversation; nothing is added to one that is there',
      arguments: [{ name: '<file>', summary: `messages, ${fromAnywhere}`, completion: 'file' }],
      options: [{ flags: '--conversation <id>', summary: "what to call it (default: the file's name)" }],
      examples: [['lexichord memory import chat.jsonl', 'as the conversation chat']],
      load: async () => (await import('../../commands/memory-import.js')).runMemoryImport,
    },
    {
      name: 'backup',
      summary: 'write all conversations to one file, which restore verifies',
      arguments: [{ name: '<file>', summary: 'where to', completion: 'file' }],
      options: [{ flags: '--force', summary: 'replace the file if it is there' }],
      examples: [['lexichord memory backup memory.backup', 'everything that exists nowhere else']],
      load: async () => (await import('../../commands/memory-backup.js')).runMemoryBackup,
    },
    {
      name: 'restore',
      summary: 'store what is in a backup; what is there already is left as it is',
      arguments: [{ name: '<file>', summary: 'what "lexichord memory backup" wrote', completion: 'file' }],
      examples: [['lexichord memory restore memory.backup', 'all of it, or nothing and why']],
      load: async () => (await import('../../commands/memory-backup.js')).runMemoryRestore,
    },
    {
      name: 'remove',
      summary: 'remove a conversation and all its messages',
      arguments: [conversationArgument],
      options: [{ flags: '--yes', summary: 'confirm the removal (required)' }],
      examples: [['lexichord memory remove chat --yes', 'nothing is left of it']],
      load: async () => (await import('../../commands/memory-remove.js')).runMemoryRemove,
    },
  ],
};
