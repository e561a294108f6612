import type { CommandDefinition } from '../command-definition.js';

/** `lexichord mcp`. */
export const mcpCommand: CommandDefinition = {
  name: 'mcp',
  summary: 'serve this workspace to an agent over the Model Context Protocol',
  description:
    'Serves the tools of this workspace to an agent such as Claude Code, Codex, Cursor or VS Code, which starts the ' +
    'command itself. Uses the Model Context Protocol on standard input and output until the agent closes the ' +
    'connection; other messages go to standard error. With --http it serves several clients on this machine only, ' +
    'over Streamable HTTP, and prints its secret address.',
  options: [{ flags: '--http <port>', summary: 'serve over HTTP on this local port; 0 for a free one' }],
  examples: [
    ['lexichord mcp', 'the command for an agent'],
    ['lexichord mcp --http 4748', 'prints an address for clients'],
  ],
  isServing: () => true,
  load: async () => (await import('../../commands/mcp.js')).runMcp,
};

/** `lexichord serve`. */
export const serveCommand: CommandDefinition = {
  name: 'serve',
  summary: 'keep this workspace warm, so that other commands answer faster',
  description:
    'Keeps the index and other data of the workspace in memory. Commands that only read, such as search, map, pack ' +
    'and memory recall, find this process automatically and print its answer: the same output without the start-up ' +
    'time. The process ends after serve.idle_minutes without a command, or on Ctrl+C.',
  options: [
    { flags: '--status', summary: 'show the process that keeps this workspace warm; exit code 1 if there is none' },
    { flags: '--stop', summary: 'stop the process' },
  ],
  examples: [
    ['lexichord serve &', 'answer commands from memory'],
    ['lexichord serve --status', 'the process and its number of answered commands'],
    ['lexichord serve --stop', 'stop the process'],
  ],
  isServing: ({ options }) => options['status'] !== true && options['stop'] !== true,
  load: async () => (await import('../../commands/serve.js')).runServe,
};
