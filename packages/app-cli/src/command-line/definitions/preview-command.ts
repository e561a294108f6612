import type { CommandDefinition } from '../command-definition.js';

/** `lexichord preview`. */
export const previewCommand: CommandDefinition = {
  name: 'preview',
  summary: 'watch the context being assembled, in a browser or in the terminal',
  description:
    'Serves the context preview panel on this machine alone and prints its address, which nobody else can guess. The ' +
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
