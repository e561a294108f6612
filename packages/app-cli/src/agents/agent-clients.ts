/** How a file of settings is written. `jsonc` is JSON with comments and trailing commas. */
export type SettingsFormat = 'json' | 'jsonc' | 'toml';

/** An agent that starts the server of a workspace, and where in the workspace it reads that from. */
export interface AgentClient {
  /** The name on the command line. */
  readonly name: string;
  /** The name that its users know. */
  readonly title: string;
  /** Its file of servers, from the top of the workspace. */
  readonly file: string;
  readonly format: SettingsFormat;
  /** The key at the top of the file that all servers are under. */
  readonly serversKey: string;
  /** Entry that starts the server, in the agent's format. */
  readonly entry: Readonly<Record<string, string | readonly string[]>>;
  /** Instruction for the user once the entry is written. */
  readonly nextStep: string;
}

/** The name that each agent knows the server by. */
export const serverName = 'lexichord';

const inWorkingDirectory = { command: 'npx', args: ['-y', 'lexichord', 'mcp'] } as const;

/** For editors, which may start servers in another folder; both put the folder of the file in. */
const inWorkspaceFolder = {
  command: 'npx',
  args: [...inWorkingDirectory.args, '--workspace', '${workspaceFolder}'],
} as const;

/** Every agent that an entry can be written for. Why these files and keys: ADR 0088. */
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
