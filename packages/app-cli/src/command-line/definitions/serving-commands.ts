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

/** `lexichord serve`. */
export const serveCommand: CommandDefinition = {
  name: 'serve',
  summary: 'hold this workspace warm, so that other commands answer at once',
  description:
    'Keeps the index and everything else that commands read in memory. Commands that read, such as search, map, pack ' +
    'and memory recall, find this process by themselves and are answered by it: the same bytes, without the start. ' +
    'It ends after serve.idle_minutes without a command, or at Ctrl+C.',
  options: [
    { flags: '--status', summary: 'show which process holds this workspace warm; exit code 1 if none does' },
    { flags: '--stop', summary: 'end it' },
  ],
  examples: [
    ['lexichord serve &', 'commands are answered from memory from now on'],
    ['lexichord serve --status', 'which process answers, and how many commands it has answered'],
    ['lexichord serve --stop', 'commands run in processes of their own again'],
  ],
  isServing: ({ options }) => options['status'] !== true && options['stop'] !== true,
  load: async () => (await import('../../commands/serve.js')).runServe,
};
