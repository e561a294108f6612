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

const inJson = (text: string, key: string): Entry =>
  (JSON.parse(text) as Readonly<Record<string, { lexichord: Entry }>>)[key]!.lexichord;

/** How each agent reads its file. */
const entryOf: Readonly<Record<string, (text: string) => Entry>> = {
  '.mcp.json': (text) => inJson(text, 'mcpServers'),
  '.codex/config.toml': (text) => (parse(text) as { mcp_servers: { lexichord: Entry } }).mcp_servers.lexichord,
  '.cursor/mcp.json': (text) => inJson(text, 'mcpServers'),
  '.vscode/mcp.json': (text) => inJson(text, 'servers'),
};

/** Editors put the folder of the project in, and may start the server anywhere. */
const isEditor = (file: string): boolean => ['.cursor/mcp.json', '.vscode/mcp.json'].includes(file);

describe('example 08: serve an agent', () => {
  let project: string;
  let elsewhere: string;

  beforeAll(async () => {
    [project, elsewhere] = await Promise.all([
      mkdtemp(join(tmpdir(), 'lexichord-example-')),
      mkdtemp(join(tmpdir(), 'lexichord-elsewhere-')),
    ]);
    await cp(exampleWorkspace, project, { recursive: true });
    // As in a project that has Lexichord installed: npx takes that one.
    for (const folder of [project, elsewhere]) await symlink(installed, join(folder, 'node_modules'));
  });

  afterAll(() => Promise.all([project, elsewhere].map((folder) => rm(folder, { recursive: true, force: true }))));

  it.each(Object.entries(entryOf))('starts by the entry in %s and answers', async (file, read) => {
    const { command, args: written } = read(await readFile(join(project, file), 'utf8'));
    const args = written.map((arg) => (isEditor(file) ? arg.replace('${workspaceFolder}', project) : arg));
    const cwd = isEditor(file) ? elsewhere : project;
    const client = new Client({ name: 'example', version: '1.0.0' });
    const env = { PATH: process.env['PATH'] ?? '', HOME: homedir(), npm_config_offline: 'true' };
    await client.connect(new StdioClientTransport({ command, args, cwd, env, stderr: 'ignore' }));

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
