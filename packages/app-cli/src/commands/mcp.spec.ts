import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { buildCommand, command, finished, startCommand } from '../test-support/built-command.js';
import { aFolder, runToError } from '../test-support/run-command.js';

const files = { 'ferry.ts': 'export function ferryTime(): string {\n  return "nine";\n}\n' };

const { version: manifestVersion } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

describe('mcp', () => {
  beforeAll(buildCommand, 300_000);

  const started = (cwd: string) => ({
    command: process.execPath,
    args: [command, 'mcp'],
    cwd,
    stderr: 'ignore' as const,
    env: { PATH: process.env['PATH'] ?? '', HOME: homedir() },
  });

  it.each(['2026-07-28', '2025-11-25'] as const)(
    'serves the client that starts it, by revision %s',
    async (revision) => {
      const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(new StdioClientTransport(started(aFolder(files))));

      const spoken = client.getNegotiatedProtocolVersion();
      const server = client.getServerVersion();
      const { structuredContent } = await client.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } });
      await client.close();

      expect(spoken).toBe(revision);
      expect(server?.version).toBe(manifestVersion);
      expect(structuredContent).toHaveProperty('hits.0.path', 'ferry.ts');
    },
  );

  it('serves the client of the SDK that knows nothing of the current revision', async () => {
    const client = new EarlierClient({ name: 'earlier', version: '1.0.0' });
    await client.connect(new EarlierTransport(started(aFolder(files))));

    const { structuredContent } = await client.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } });
    await client.close();

    expect(structuredContent).toHaveProperty('hits.0.path', 'ferry.ts');
  });

  it('can be killed and started again: its client is told, and what was indexed is still there', async () => {
    const folder = aFolder(files);
    const transport = new StdioClientTransport(started(folder));
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    await client.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } });
    const closed = new Promise<void>((resolve) => (client.onclose = resolve));
    process.kill(transport.pid!, 'SIGKILL');
    await closed;
    await expect(client.listTools()).rejects.toThrow();

    const next = new Client({ name: 'test', version: '1.0.0' });
    await next.connect(new StdioClientTransport(started(folder)));
    const { structuredContent } = await next.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } });
    await next.close();

    expect(structuredContent).toHaveProperty('hits.0.path', 'ferry.ts');
  });

  it('can be killed and started again over HTTP: its client gets an error, and connects to the new address', async () => {
    const folder = aFolder(files);
    const serve = async (port: string) => {
      const child = startCommand(['mcp', '--http', port], folder);
      const [address] = (await once(child.stdout, 'data')) as [Buffer];
      return { child, address: new URL(String(address).trim()) };
    };
    const connect = async (address: URL): Promise<Client> => {
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(address));
      return client;
    };
    const call = { name: 'search_code', arguments: { query: 'ferryTime' } };
    const first = await serve('0');
    const client = await connect(first.address);
    await client.callTool(call);
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');

    await expect(client.callTool(call)).rejects.toThrow(/fetch failed|ECONNREFUSED/u);
    const second = await serve(first.address.port);
    await expect(client.callTool(call)).rejects.toThrow(/secret in the address.*lexichord mcp --http/u);
    const next = await connect(second.address);
    const { structuredContent } = await next.callTool(call);
    await next.close();
    second.child.kill('SIGTERM');
    await once(second.child, 'exit');

    expect(structuredContent).toHaveProperty('hits.0.path', 'ferry.ts');
  });

  it('loses nothing that the clients of two servers remember at once', async () => {
    const folder = aFolder(files);
    const clients = [new Client({ name: 'a', version: '1.0.0' }), new Client({ name: 'b', version: '1.0.0' })];
    for (const client of clients) await client.connect(new StdioClientTransport(started(folder)));
    const calls = clients.flatMap((client, writer) =>
      Array.from({ length: 4 }, (_, index) =>
        client.callTool({
          name: 'remember',
          arguments: { conversation_id: 'boats', messages: [{ role: 'user', content: `boat ${index} of ${writer}` }] },
        }),
      ),
    );

    const stored = await Promise.all(calls);
    const [listed] = await Promise.all(clients.map((client) => client.callTool({ name: 'recall_conversation' })));
    for (const client of clients) await client.close();

    expect(stored.map(({ isError }) => isError ?? false)).toEqual(calls.map(() => false));
    expect(listed?.structuredContent).toMatchObject({ conversations: [{ id: 'boats', messages: 8 }] });
  });

  it('ends when its client ends the connection, and writes nothing but the protocol to standard output', async () => {
    const child = startCommand(['mcp'], aFolder(files));
    const initialize = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    };
    child.stdin.write(`this is no message\n${JSON.stringify(initialize)}\n`);
    child.stdout.once('data', () => child.stdin.end());

    const { exitCode, stdout, stderr } = await finished(child);

    expect(exitCode).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { jsonrpc: string }).jsonrpc),
    ).toEqual(['2.0']);
    expect(stderr).toContain('Serving this workspace over the Model Context Protocol');
  });

  it('ends and says why when a message is too long, although its client stays connected', async () => {
    const child = startCommand(['mcp'], aFolder(files));
    // The end of the process cuts off what is still being written.
    child.stdin.on('error', () => undefined);
    child.stdin.write(`"${'x'.repeat(17 * 1024 * 1024)}"\n`);

    const { exitCode, stdout, stderr } = await finished(child);

    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Serving .*\n.*A message of the client is longer than 16 MiB/u);
  });

  it('ends with 143 when it is terminated', async () => {
    const child = startCommand(['mcp', '--http', '0'], aFolder(files));
    child.stdout.once('data', () => child.kill('SIGTERM'));

    const { exitCode, stdout } = await finished(child);

    expect([exitCode, stdout]).toEqual([143, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}\/mcp\n$/u)]);
  });

  it('keeps --json off standard output, which belongs to the protocol', async () => {
    expect(await runToError(['mcp'], { workingDirectory: aFolder(files) })).toMatchObject({
      exitCode: 2,
      code: 'invalid-argument',
    });
    expect(await runToError(['mcp', '--http', 'x'], { workingDirectory: aFolder(files) })).toMatchObject({
      exitCode: 2,
    });
  });
});
