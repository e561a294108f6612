import { readFileSync } from 'node:fs';

import type { ILexichordRuntime } from '@lexichord/abstractions';
import type { Client } from '@modelcontextprotocol/client';

import { type Connection, connect, connections, textOf } from '../test-support/connected-client.js';
import { ferryFiles, glossary } from '../test-support/ferry-workspace.js';
import { ServedFolder } from '../test-support/served-folder.js';

type Answer = Awaited<ReturnType<Client['callTool']>>;

describe.each(connections)('the tools over $transport by revision $revision', ({ transport, revision }) => {
  let folder: ServedFolder;
  let runtime: ILexichordRuntime;
  let connection: Connection;

  beforeAll(async () => {
    folder = await ServedFolder.create(ferryFiles);
    runtime = await folder.open();
    await runtime.knowledge.import([{ documentPath: 'docs/glossary.md', text: glossary }]);
    connection = await connect(runtime, { transport, revision });
  });

  afterAll(async () => {
    await connection.close();
    await folder.dispose();
  });

  const call = (name: string, args: Record<string, unknown> = {}): Promise<Answer> =>
    connection.client.callTool({ name, arguments: args });

  it('are listed with schemas and annotations', async () => {
    const { tools } = await connection.client.listTools();

    expect(connection.client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(tools.map(({ name }) => name)).toEqual([
      'search_code',
      'pack_context',
      'repository_map',
      'expand_context',
      'assemble_context',
      'explain_context',
      'lookup_knowledge',
      'recall_conversation',
      'remember',
    ]);
    for (const { name, annotations, outputSchema, inputSchema } of tools) {
      const isReading = name !== 'remember';
      expect([name, annotations]).toEqual([
        name,
        { readOnlyHint: isReading, destructiveHint: false, idempotentHint: isReading, openWorldHint: false },
      ]);
      expect([outputSchema?.type, inputSchema.type]).toEqual(['object', 'object']);
    }
  });

  it('are of the version in the manifest', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };

    expect(connection.client.getServerVersion()).toEqual({ name: 'lexichord', title: 'Lexichord', version });
  });

  it('name what is left out by what it is, where it has no handle', async () => {
    const found = await call('lookup_knowledge', { query: 'ferry pass', budget_tokens: 200 });
    const assembled = await call('assemble_context', { document: 'docs/bakery.md' });

    expect(found.structuredContent).toMatchObject({
      left_out: [{ type: expect.any(String) as string, name: expect.any(String) as string }],
    });
    expect(assembled.structuredContent).toMatchObject({
      left_out: expect.arrayContaining([{ source: 'selection', reason: expect.any(String) as string }]) as object[],
    });
  });

  it('search_code finds code, with a handle that expand_context takes', async () => {
    const found = await call('search_code', { query: 'ferryTime' });
    const [handle = ''] = /src\/ferry\.ts:\d+-\d+@[0-9a-f]{8}/u.exec(textOf(found)) ?? [];
    const expanded = await call('expand_context', { handle });

    expect(found.structuredContent).toHaveProperty('hits.0.path', 'src/ferry.ts');
    expect(textOf(expanded)).toContain('export function ferryTime');
    expect(expanded.structuredContent).toMatchObject({ kind: 'code', warnings: [] });
  });

  it('pack_context packs what a task needs, which explain_context explains', async () => {
    const packed = await call('pack_context', { task: 'when does the ferry leave' });
    const explained = await call('explain_context', {});

    expect(textOf(packed)).toContain('export function ferryTime');
    expect(textOf(explained)).toMatch(/\n\n1\. \S+: included; score/u);
    expect(explained.structuredContent).toMatchObject({ task: 'when does the ferry leave', left_out: 0 });
  });

  it('repository_map shows what the repository is', async () => {
    const map = await call('repository_map');

    expect(textOf(map)).toContain('ferryTime');
  });

  it('assemble_context assembles what belongs to a document', async () => {
    const assembled = await call('assemble_context', { document: 'docs/bakery.md', line: 3 });

    expect(textOf(assembled)).toContain('The bakery opens at six');
    expect(assembled.structuredContent).toMatchObject({ sources: expect.arrayContaining(['document']) as string[] });
  });

  it('lookup_knowledge finds what a term means', async () => {
    const found = await call('lookup_knowledge', { query: 'ferry pass' });

    expect(textOf(found)).toContain('a ticket for a month of crossings');
  });

  it('remember stores what recall_conversation brings back', async () => {
    const id = `plans-${transport}-${revision}`;
    const messages = [{ role: 'user', content: 'We decided to paint the ferry green.' }];
    const stored = await call('remember', { conversation_id: id, messages });
    const recalled = await call('recall_conversation', { conversation_id: id, query: 'which colour' });
    const listed = await call('recall_conversation');

    expect(stored.structuredContent).toMatchObject({ added: 1, known: 0, messages: 1 });
    expect(textOf(recalled)).toContain('paint the ferry green');
    expect(textOf(listed)).toContain(`${id} (1 message)`);
  });

  it('recall_conversation finds the conversation that a query is about, and names others', async () => {
    const [lamps, buoys] = [`lamps-${transport}-${revision}`, `buoys-${transport}-${revision}`];
    const say = (id: string, content: string) =>
      call('remember', { conversation_id: id, messages: [{ role: 'user', content }] });
    await say(lamps, 'The lamps of the lighthouse are replaced in May.');
    await say(buoys, 'The buoys are repainted, and the lighthouse is closed then.');

    const recalled = await call('recall_conversation', { query: 'when do we replace the lamps of the lighthouse?' });
    const nothing = await call('recall_conversation', { query: 'zebra' });

    expect(textOf(recalled)).toMatch(
      new RegExp(`^The conversation that matches the query best, ${lamps} \\(1 message, relevance 0\\.\\d+\\):\n`, 'u'),
    );
    expect(textOf(recalled)).toContain('replaced in May');
    expect(textOf(recalled)).toMatch(/\n\nOthers with words of the query \(a conversation_id recalls one\)/u);
    expect(recalled.structuredContent).toMatchObject({
      conversation_id: lamps,
      conversations: expect.arrayContaining([
        { id: lamps, messages: 1, relevance: expect.any(Number) as number },
        { id: buoys, messages: 1, relevance: expect.any(Number) as number },
      ]) as unknown,
    });
    expect(textOf(nothing)).toMatch(
      /^No stored conversation has a word of the query; .*searched\. Stored conversations:\n/u,
    );
  });

  it('tell of a failure by its code and what to do', async () => {
    const denied = await call('assemble_context', { document: '../outside.md' });
    const unknown = await call('expand_context', { handle: 'more-000000000000' });

    expect([denied.isError, unknown.isError]).toEqual([true, true]);
    expect(textOf(denied)).toMatch(/^Error path-denied: /u);
    expect(textOf(unknown)).toMatch(/^Error not-found: .*ask the same question again/u);
    expect(unknown._meta).toMatchObject({ 'lexichord/error': { code: 'not-found' } });
  });
});
