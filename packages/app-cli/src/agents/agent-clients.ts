/** Format of a settings file. `jsonc` is JSON with comments and trailing commas. */
export type SettingsFormat = 'json' | 'jsonc' | 'toml';

/** An agent that starts the server of a workspace, with its settings file there. */
export interface AgentClient {
  /** The name on the command line. */
  readonly name: string;
  /** The name for users. */
  readonly title: string;
  /** Its file of servers, from the top of the workspace. */
  readonly file: string;
  readonly format: SettingsFormat;
  /** The top-level key of all servers in the file. */
  readonly serversKey: string;
  /** Entry that starts the server, in the agent's format. */
  readonly entry: Readonly<Record<string, string | readonly string[]>>;
  /** Instruction for the user once the entry is written. */
  readonly nextStep: string;
}

/** The server's name for every agent. */
export const serverName = 'lexichord';

const inWorkingDirectory = { command: 'npx', args: ['-y', 'lexichord', 'mcp'] } as const;

/** For editors, which may start servers in another folder; both insert the file's workspace folder. */
const inWorkspaceFolder = {
  command: 'npx',
  args: [...inWorkingDirectory.args, '--workspace', '${workspaceFolder}'],
} as const;

/** All supported agents. For the choice of files and keys see ADR 0088. */
export const agentClients: readonly AgentClient[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    file: '.mcp.json',
    format: 'json',
    serversKey: 'mcpServers',
    entry: inWorkingDirectory,
    nextStep: 'Start "claude" in this folder and approve the server "lexichord"; "/mcp" shows it.',
  },
  {
    name: 'codex',
    title: 'Codex',
    file: '.codex/config.toml',
    format: 'toml',
    serversKey: 'mcp_servers',
    entry: inWorkingDirectory,
    nextStep: 'Start "codex" in this folder and trust the project; "/mcp" shows the server "lexichord".',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    file: '.cursor/mcp.json',
    format: 'jsonc',
    serversKey: 'mcpServers',
    entry: inWorkspaceFolder,
    nextStep: 'Open this folder in Cursor and switch the server "lexichord" on in its list of MCP servers.',
  },
  {
    name: 'vscode',
    title: 'VS Code',
    file: '.vscode/mcp.json',
    format: 'jsonc',
    serversKey: 'servers',
    entry: { type: 'stdio', ...inWorkspaceFolder },
    nextStep: 'Open this folder in VS Code and trust the server "lexichord" when "MCP: List Servers" starts it.',
  },
];
