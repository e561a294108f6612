import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { rawRequest } from '@lexichord/testing';

import { type HttpServer, startHttpServer } from './index.js';
import { createClient, textOf } from './test-support/connected-client.js';
import { ferryFiles } from './test-support/ferry-workspace.js';
import { ServedFolder } from './test-support/served-folder.js';

describe('the server over HTTP', () => {
  let folder: ServedFolder;
  let server: HttpServer;

  beforeAll(async () => {
    folder = await ServedFolder.create(ferryFiles);
    server = await startHttpServer(await folder.open());
  });

  afterAll(async () => {
    await server.close();
    await folder.dispose();
  });

  it('serves the client of the SDK that knows nothing of the current revision', async () => {
    const client = new EarlierClient({ name: 'earlier', version: '1.0.0' });
    const transport = new EarlierTransport(new URL(server.address));
    await client.connect(transport);

    const { tools } = await client.listTools();
    const found = await client.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } });
    await transport.terminateSession();
    await client.close();

    expect(tools).toHaveLength(9);
    expect(found.structuredContent).toHaveProperty('hits.0.path', 'src/ferry.ts');
  });

  it('serves clients of both revisions at once', async () => {
    const clients = [createClient('2026-07-28'), createClient('2025-11-25'), createClient('2026-07-28')];
    for (const client of clients) await client.connect(new StreamableHTTPClientTransport(new URL(server.address)));

    const answers = await Promise.all(
      clients.flatMap((client) => [
        client.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } }),
        client.callTool({ name: 'pack_context', arguments: { task: 'when does the ferry leave' } }),
      ]),
    );
    for (const client of clients) await client.close();

    expect(answers.map(textOf).filter((text) => text.includes('export function ferryTime'))).toHaveLength(6);
  });

  it.each([
    ['another host', { host: 'evil.example' }, 421],
    ['a page of another site', { origin: 'http://evil.example' }, 403],
    ['a request of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a body that is no JSON', { 'content-type': 'text/plain' }, 415],
  ])('refuses %s', async (_what, headers, status) => {
    const { pathname, port } = new URL(server.address);
    const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const asked = { port: Number(port), path: pathname, method: 'POST', headers: { ...json, ...headers } };

    expect((await rawRequest(asked)).status).toBe(status);
  });

  it('answers nobody without its secret, nor what is too large, nor with a session that it does not know', async () => {
    const { pathname, port } = new URL(server.address);
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const ask = (path: string, more: Record<string, string> = {}, body = '') =>
      rawRequest({ port: Number(port), path, method: 'POST', headers: { ...headers, ...more }, body });

    expect((await ask('/mcp')).status).toBe(403);
    expect((await ask(pathname, {}, ' '.repeat(17 * 1024 * 1024))).status).toBe(413);
    expect((await ask(pathname, { 'mcp-session-id': 'unknown' })).status).toBe(404);
    expect((await ask(pathname)).status).toBe(400);
  });
});
