import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse } from '@decimalturn/toml-patch';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const exampleWorkspace = fileURLToPath(new URL('workspace/', import.meta.url));
const installed = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

/** What starts a server. */
interface Entry {
  readonly command: string;
  readonly args: string[];
}

const entryOf = {
  '.mcp.json': (text: string): Entry => (JSON.parse(text) as { mcpServers: { lexichord: Entry } }).mcpServers.lexichord,
  '.codex/config.toml': (text: string): Entry =>
    (parse(text) as { mcp_servers: { lexichord: Entry } }).mcp_servers.lexichord,
};

describe('example 08: serve an agent', () => {
  let project: string;

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'lexichord-example-'));
    await cp(exampleWorkspace, project, { recursive: true });
    // As in a project that has Lexichord installed: npx takes that one.
    await symlink(installed, join(project, 'node_modules'));
  });

  afterAll(() => rm(project, { recursive: true, force: true }));

  it.each(Object.entries(entryOf))('starts by the entry in %s and answers', async (file, read) => {
    const { command, args } = read(await readFile(join(project, file), 'utf8'));
    const client = new Client({ name: 'example', version: '1.0.0' });
    const env = { PATH: process.env['PATH'] ?? '', HOME: homedir(), npm_config_offline: 'true' };
    await client.connect(new StdioClientTransport({ command, args, cwd: project, env, stderr: 'ignore' }));

    const { tools } = await client.listTools();
    const { structuredContent } = await client.callTool({
      name: 'search_code',
      arguments: { query: 'when is the next high tide' },
    });
    await client.close();

    expect(tools.map(({ name }) => name)).toContain('pack_context');
    expect(structuredContent).toHaveProperty('hits.0.path', 'tides.ts');
  });
});
