import type { CommandDefinition } from '../command-definition.js';

/** `lexichord mcp`. */
export const mcpCommand: CommandDefinition = {
  name: 'mcp',
  summary: 'serve this workspace to an agent by the Model Context Protocol',
  description:
    'Serves the tools of this workspace to an agent such as Claude Code, Codex, Cursor or VS Code, which starts the ' +
    'command itself: it speaks the Model Context Protocol on standard input and output, until the agent ends the ' +
    'connection. Messages for people go to standard error. With --http it serves several clients on this machine alone, ' +
    'by Streamable HTTP, and prints its secret address.',
  options: [{ flags: '--http <port>', summary: 'serve by HTTP on this port of this machine; 0 for a free one' }],
  examples: [
    ['lexichord mcp', 'what an agent starts'],
    ['lexichord mcp --http 4748', 'prints an address for clients'],
  ],
  isServing: () => true,
  load: async () => (await import('../../commands/mcp.js')).runMcp,
};
