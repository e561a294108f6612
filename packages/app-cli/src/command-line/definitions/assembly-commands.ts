import type { CommandDefinition, OptionDefinition } from '../command-definition.js';
import { knownAgentIds, knownStrategyIds } from '../known-names.js';

const assembleOptions: readonly OptionDefinition[] = [
  {
    flags: '--cursor <position>',
    summary: 'where the user is: an offset in UTF-16 units from 0, or LINE:COL, both from 1',
  },
  { flags: '--select <text>', summary: 'the selected text' },
  { flags: '--select-range <range>', summary: 'the selected range: L:C-L:C, the end exclusive' },
  { flags: '--agent <id>', summary: 'the agent that the context is for (default: copilot)', completion: knownAgentIds },
  { flags: '--query <text>', summary: "the user's question; used to search" },
  { flags: '--conversation <id>', summary: 'a stored conversation to recall from' },
  { flags: '--budget <tokens>', summary: "maximum tokens of the result (default: the agent's)" },
  {
    flags: '--require <ids>',
    summary: 'strategies that run and are fitted first; repeated or comma-separated',
    isRepeatable: true,
    completion: knownStrategyIds,
  },
  {
    flags: '--exclude <ids>',
    summary: 'strategies that do not run; repeated or comma-separated',
    isRepeatable: true,
    completion: knownStrategyIds,
  },
  {
    flags: '--template <file>',
    summary: 'Mustache prompt to fill, counted within the budget; - is standard input',
    completion: 'file',
  },
];

/** `lexichord assemble`. */
export const assembleCommand: CommandDefinition = {
  name: 'assemble',
  summary: 'assemble the context for a document',
  description:
    'Assembles the context for a document and prints it, ready to be sent to a model. A summary of what was taken ' +
    'and what was left out goes to standard error. Needs the WriterPro tier.\n\n' +
    'A template may use {{context}}, {{query}}, {{#fragments}}{{label}} {{content}} {{sourceId}}{{/fragments}}, and ' +
    '{{DocumentName}}, {{DocumentPath}}, {{Language}}, {{CurrentHeading}}, {{CursorPosition}}, {{SelectionLength}}, ' +
    '{{AgentId}}, {{FragmentCount}}, {{TotalTokens}}.',
  arguments: [
    { name: '<document>', summary: 'path relative to the workspace, or absolute inside it', completion: 'file' },
  ],
  options: assembleOptions,
  examples: [
    ['lexichord assemble docs/guide.md --cursor 120:4', 'what matters at line 120, column 4'],
    ['lexichord assemble docs/guide.md --select-range 10:1-14:1 --agent editor', 'lines 10 to 13 are selected'],
    ['lexichord assemble README.md --budget 2000 --exclude style,rag > context.md', 'at most 2,000 tokens, in a file'],
    ['lexichord assemble README.md --query "how to install" --json', 'everything as JSON, with what was left out'],
  ],
  isReading: () => true,
  load: async () => (await import('../../commands/assemble.js')).runAssemble,
};

/** `lexichord start`, and `lexichord` alone in a terminal. */
export const startCommand: CommandDefinition = {
  name: 'start',
  summary: 'say what Lexichord is and writes here, and answer a first question',
  description:
    'Says what Lexichord is and what it writes in this repository, and answers one question about it. Without a question ' +
    'it asks for one in a terminal; elsewhere it writes nothing. "lexichord" alone in a terminal is the same.',
  arguments: [{ name: '[question...]', summary: 'what you want to know of this repository' }],
  examples: [
    ['lexichord start', 'asks what you want to know'],
    ['lexichord start how is the budget enforced', 'answers that'],
  ],
  load: async () => (await import('../../commands/start.js')).runStart,
};

/** `lexichord demo`. */
export const demoCommand: CommandDefinition = {
  name: 'demo',
  summary: 'assemble the context for a sample document and suggest further commands',
  description:
    'Assembles the context for a document that comes with Lexichord, with its middle section selected, ' +
    'and suggests commands to go on with. Writes nothing.',
  options: [{ flags: '--budget <tokens>', summary: "maximum tokens of the result (default: the agent's)" }],
  examples: [
    ['lexichord demo', 'assemble a sample'],
    ['lexichord demo --budget 600', 'the same with little room'],
  ],
  load: async () => (await import('../../commands/demo.js')).runDemo,
};

/** `lexichord preview`. */
export const previewCommand: CommandDefinition = {
  name: 'preview',
  summary: 'watch the context being assembled, in a browser or in the terminal',
  description:
    'Serves the context preview panel on this machine alone and prints its secret address. The ' +
    'panel shows every fragment with its tokens, the prompt as it is sent, and what was left out and why; switch a ' +
    'source off, or change the document, the question or the budget, and it follows. Builds no index.',
  arguments: [{ name: '[document]', summary: 'document to open, by its path in the workspace', completion: 'file' }],
  options: [
    { flags: '--port <port>', summary: 'port to listen on (default: preview.port, or a free one when it is taken)' },
    { flags: '--tui', summary: 'show it in this terminal' },
  ],
  examples: [
    ['lexichord preview', 'prints an address to open in a browser'],
    ['lexichord preview docs/plan.md', 'with this document'],
    ['lexichord preview --tui', 'in this terminal'],
  ],
  isServing: () => true,
  load: async () => (await import('../../commands/preview.js')).runPreview,
};
