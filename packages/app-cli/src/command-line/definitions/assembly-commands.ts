import type { CommandDefinition, OptionDefinition } from '../command-definition.js';
import { knownAgentIds, knownStrategyIds } from '../known-names.js';

const assembleOptions: readonly OptionDefinition[] = [
  {
    flags: '--cursor <position>',
    summary: 'cursor position: an offset in UTF-16 units from 0, or LINE:COL, both from 1',
  },
  { flags: '--select <text>', summary: 'the selected text' },
  { flags: '--select-range <range>', summary: 'the selected range: L:C-L:C, the end exclusive' },
  { flags: '--agent <id>', summary: 'agent to assemble the context for (default: copilot)', completion: knownAgentIds },
  { flags: '--query <text>', summary: "the user's question, used as the search query" },
  { flags: '--conversation <id>', summary: 'a stored conversation to recall from' },
  { flags: '--budget <tokens>', summary: "maximum tokens of the result (default: the agent's)" },
  {
    flags: '--require <ids>',
    summary: 'required strategies, fitted into the budget first; repeated or comma-separated',
    isRepeatable: true,
    completion: knownStrategyIds,
  },
  {
    flags: '--exclude <ids>',
    summary: 'strategies to exclude; repeated or comma-separated',
    isRepeatable: true,
    completion: knownStrategyIds,
  },
  {
    flags: '--template <file>',
    summary: 'Mustache template of the prompt, counted towards the budget; - is standard input',
    completion: 'file',
  },
];

/** `lexichord assemble`. */
export const assembleCommand: CommandDefinition = {
  name: 'assemble',
  summary: 'assemble the context for a document',
  description:
    'Assembles the context for a document and prints it, ready to be sent to a model. A summary of the included and ' +
    'left out sources goes to standard error. Requires the WriterPro tier.\n\n' +
    'A template may use {{context}}, {{query}}, {{#fragments}}{{label}} {{content}} {{sourceId}}{{/fragments}}, and ' +
    '{{DocumentName}}, {{DocumentPath}}, {{Language}}, {{CurrentHeading}}, {{CursorPosition}}, {{SelectionLength}}, ' +
    '{{AgentId}}, {{FragmentCount}}, {{TotalTokens}}.',
  arguments: [
    { name: '<document>', summary: 'path relative to the workspace, or absolute inside it', completion: 'file' },
  ],
  options: assembleOptions,
  examples: [
    ['lexichord assemble docs/guide.md --cursor 120:4', 'the context at line 120, column 4'],
    ['lexichord assemble docs/guide.md --select-range 10:1-14:1 --agent editor', 'lines 10 to 13 are selected'],
    ['lexichord assemble README.md --budget 2000 --exclude style,rag > context.md', 'at most 2,000 tokens, in a file'],
    [
      'lexichord assemble README.md --query "how to install" --json',
      'the whole result as JSON, with the sources left out',
    ],
  ],
  isReading: () => true,
  load: async () => (await import('../../commands/assemble.js')).runAssemble,
};

/** `lexichord start`, and `lexichord` alone in a terminal. */
export const startCommand: CommandDefinition = {
  name: 'start',
  summary: 'introduce Lexichord and answer a first question',
  description:
    'Introduces Lexichord, lists the files that it writes to this repository, and answers one question about it. ' +
    'Without a question it prompts for one in a terminal; without a terminal it writes nothing. "lexichord" alone ' +
    'in a terminal does the same.',
  arguments: [{ name: '[question...]', summary: 'a question about this repository' }],
  examples: [
    ['lexichord start', 'prompt for a question'],
    ['lexichord start how is the budget enforced', 'answer this question'],
  ],
  load: async () => (await import('../../commands/start.js')).runStart,
};

/** `lexichord demo`. */
export const demoCommand: CommandDefinition = {
  name: 'demo',
  summary: 'assemble the context for a sample document and suggest further commands',
  description:
    'Assembles the context for a sample document with its middle section selected, and suggests further commands. ' +
    'Writes nothing.',
  options: [{ flags: '--budget <tokens>', summary: "maximum tokens of the result (default: the agent's)" }],
  examples: [
    ['lexichord demo', 'assemble a sample'],
    ['lexichord demo --budget 600', 'the same with a small budget'],
  ],
  load: async () => (await import('../../commands/demo.js')).runDemo,
};

/** `lexichord preview`. */
export const previewCommand: CommandDefinition = {
  name: 'preview',
  summary: 'watch the context being assembled, in a browser or in the terminal',
  description:
    'Serves the context preview panel on this machine only and prints its secret address. The panel shows every ' +
    'fragment with its tokens, the prompt as sent, and the fragments left out with the reasons. It updates when you ' +
    'switch a source off or change the document, the question or the budget. Does not build an index.',
  arguments: [{ name: '[document]', summary: 'document to open, by its path in the workspace', completion: 'file' }],
  options: [
    { flags: '--port <port>', summary: 'port to listen on (default: preview.port, or a free one when it is taken)' },
    { flags: '--tui', summary: 'show the panel in this terminal' },
  ],
  examples: [
    ['lexichord preview', 'prints an address to open in a browser'],
    ['lexichord preview docs/plan.md', 'with this document'],
    ['lexichord preview --tui', 'in this terminal'],
  ],
  isServing: () => true,
  load: async () => (await import('../../commands/preview.js')).runPreview,
};
