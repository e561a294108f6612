import type { Client } from '@modelcontextprotocol/client';

import { connectClient, revisions, textOf } from './test-support/connected-client.js';
import { ServedFolder } from './test-support/served-folder.js';

const files = {
  'src/ferry.ts': '/** When the ferry leaves. */\nexport function ferryTime(): string {\n  return "nine";\n}\n',
  'src/tram.ts': 'export function tramTime(): string {\n  return "ten";\n}\n',
  'docs/bakery.md': '# Bakery\n\nThe bakery opens at six, before the ferry leaves.\n',
};

describe.each(revisions)('the server, spoken to by revision %s', (revision) => {
  let folder: ServedFolder;
  let client: Client;

  beforeAll(async () => {
    folder = await ServedFolder.create(files);
    client = await connectClient(await folder.open(), { revision });
  });

  afterAll(async () => {
    await client.close();
    await folder.dispose();
  });

  it('speaks that revision', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
  });

  it('finds code, with a handle for each place', async () => {
    const answer = await client.callTool({ name: 'search_code', arguments: { query: 'ferryTime' } });

    expect(answer.isError).toBeUndefined();
    expect(textOf(answer)).toMatch(/src\/ferry\.ts:1-4@[0-9a-f]{8} \(ferryTime/u);
    expect(answer.structuredContent).toHaveProperty('hits.0.path', 'src/ferry.ts');
  });

  it('packs what a task needs', async () => {
    const answer = await client.callTool({ name: 'pack_context', arguments: { task: 'when does the ferry leave' } });

    expect(answer.isError).toBeUndefined();
    expect(textOf(answer)).toContain('export function ferryTime');
    expect(answer.structuredContent).toMatchObject({ left_out_total: expect.any(Number) as number, rejected: [] });
  });
});
