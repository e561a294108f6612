// An agent in a project on Windows: it starts the server of the command in its first argument, and asks for a pack.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const [command] = process.argv.slice(2);
const client = new Client({ name: 'agent', version: '1.0.0' });
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: [command, 'mcp'], cwd: process.cwd() }),
);
const { tools } = await client.listTools();
const packed = await client.callTool({
  name: 'pack_context',
  arguments: { task: 'how does login work', open_files: ['src\\login.ts'] },
});
await client.close();
process.stdout.write(JSON.stringify({ tools: tools.map(({ name }) => name), packed }));
