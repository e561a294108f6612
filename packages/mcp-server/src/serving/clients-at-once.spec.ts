import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { startHttpServer } from '../index.js';
import { createClient, revisions, textOf } from '../test-support/connected-client.js';
import { ferryFiles } from '../test-support/ferry-workspace.js';
import { ServedFolder } from '../test-support/served-folder.js';

describe('clients over HTTP', () => {
  let folder: ServedFolder;

  beforeEach(async () => {
    folder = await ServedFolder.create(ferryFiles);
  });

  afterEach(() => folder.dispose());

  const connected = async (address: string, revision: (typeof revisions)[number]) => {
    const client = createClient(revision);
    await client.connect(new StreamableHTTPClientTransport(new URL(address)));
    return client;
  };

  it('lose no message when they remember at once, while others ask', async () => {
    const runtime = await folder.open();
    const server = await startHttpServer(runtime);
    const clients = await Promise.all(
      [...revisions, ...revisions].map((revision) => connected(server.address, revision)),
    );

    const answers = await Promise.all(
      clients.flatMap((client, writer) =>
        Array.from({ length: 5 }, async (_, call) => {
          const messages = [{ role: 'user', content: `boat ${call} of client ${writer}`, id: `${writer}-${call}` }];
          const remember = { name: 'remember', arguments: { conversation_id: 'boats', messages } };
          const [stored, found] = await Promise.all([
            client.callTool(remember),
            client.callTool({ name: 'search_code', arguments: { query: 'ferryTime', limit: 1 } }),
          ]);
          return [textOf(stored), textOf(found)];
        }),
      ),
    );
    for (const client of clients) await client.close();
    const [conversation] = await runtime.memory.list();
    const { content } = await runtime.memory.recall('boats', '', { budget: 5_000 });
    await server.close();

    for (const [stored, found] of answers) {
      expect(stored).toMatch(/^Stored 1 message in "boats"/u);
      expect(found).toContain('src/ferry.ts');
    }
    expect(conversation?.messages).toBe(20);
    expect(new Set(content.match(/boat \d of client \d/gu)).size).toBe(20);
  });

  it.each(revisions)('hear that their server has ended, and of another one, by revision %s', async (revision) => {
    const runtime = await folder.open();
    const first = await startHttpServer(runtime);
    const client = await connected(first.address, revision);
    await client.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } });
    await first.close();

    const gone = client.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } });
    await expect(gone).rejects.toThrow(/fetch failed|ECONNREFUSED/u);
    const second = await startHttpServer(runtime, { port: first.port });
    const refused = client.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } });
    await expect(refused).rejects.toThrow();
    const next = await connected(second.address, revision);
    const found = await next.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } });
    await next.close();
    await second.close();

    expect(textOf(found)).toContain('src/ferry.ts');
  });
});
