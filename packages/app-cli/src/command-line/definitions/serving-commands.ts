import type { CommandDefinition } from '../command-definition.js';

/** `lexichord mcp`. */
export const mcpCommand: CommandDefinition = {
  name: 'mcp',
  summary: 'serve this workspace to an agent by the Model Context Protocol',
  description:
    'Serves the tools of this workspace to an agent such as Claude Code, Codex, Cursor or VS Code, which starts the ' +
    'command itself: it speaks the Model Context Protocol on standard input and output, until the agent ends the ' +
    'connection. Messages for people go to standard error.',
  options: [],
  examples: [['lexichord mcp', 'what an agent starts']],
  isServing: () => true,
  load: async () => (await import('../../commands/mcp.js')).runMcp,
};
