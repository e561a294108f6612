import { IConversationArchive, type Token } from '@lexichord/abstractions';

import { type Connection, connect, textOf } from '../test-support/connected-client.js';
import { ferryFiles } from '../test-support/ferry-workspace.js';
import { ServedFolder } from '../test-support/served-folder.js';

describe('a tool that has little or nothing to tell', () => {
  let folder: ServedFolder;
  let connection: Connection;

  beforeEach(async () => {
    folder = await ServedFolder.create(ferryFiles);
    connection = await connect(await folder.open());
  });

  afterEach(async () => {
    await connection.close();
    await folder.dispose();
  });

  const call = async (name: string, args: Record<string, unknown> = {}): Promise<string> =>
    textOf(await connection.client.callTool({ name, arguments: args }));

  it('says so before anything was packed, known or stored', async () => {
    expect(await call('explain_context')).toMatch(/^Error not-found: Nothing was packed/u);
    expect(await call('lookup_knowledge', { query: 'ferry pass' })).toContain(
      'The knowledge graph has nothing about it.',
    );
    expect(await call('recall_conversation')).toBe('No conversation is stored. remember stores one.');
    expect(await call('recall_conversation', { conversation_id: 'tides' })).toBe(
      'Error not-found: No conversation "tides" is stored. Call recall_conversation with a query alone, which finds one, or without both, which lists them.',
    );
  });

  it('explains of a pack only the chunks that are asked for', async () => {
    await call('pack_context', { task: 'when does the ferry leave' });

    const ofFile = await call('explain_context', { path: 'src/ferry.ts', show: 'included' });

    expect(ofFile).toMatch(/\d+\. src\/ferry\.ts:\S+: included/u);
    expect(ofFile).not.toContain('docs/bakery.md');
    expect(await call('explain_context', { path: 'ferry.ts', show: 'included' })).toBe(ofFile);
    expect(await call('explain_context', { path: 'erry.ts' })).toContain('No chunk of it matches: ');
    expect(await call('explain_context', { path: 'src/none.ts' })).toContain('open_files of pack_context adds it.');
  });

  it('explains an earlier pack by its handle, and the last one without', async () => {
    const handleOf = async (task: string): Promise<string> => {
      const answer = await connection.client.callTool({ name: 'pack_context', arguments: { task } });
      return (answer.structuredContent as { readonly pack: string }).pack;
    };
    const ferry = await handleOf('when does the ferry leave');
    const tram = await handleOf('when does the tram leave');

    const ofLast = await call('explain_context');
    const ofFerry = await call('explain_context', { pack: ferry });

    expect(ofFerry).toMatch(new RegExp(`^The pack ${ferry} used .*, for the task: when does the ferry leave\n`, 'u'));
    expect(ofFerry).toMatch(/\n1\. src\/ferry\.ts:\S+: included/u);
    expect(ofLast).toMatch(/^The last pack used .*, for the task: when does the tram leave\n/u);
    expect(tram).not.toBe(ferry);
    expect(await handleOf('when does the ferry leave')).toBe(ferry);
    expect(await call('explain_context', { pack: 'pack-000000000000' })).toMatch(
      /^Error not-found: There is no pack with the handle "pack-000000000000"/u,
    );
  });

  it('says that damaged conversations are not in its list', async () => {
    const runtime = await folder.open();
    await runtime.memory.add('boats', [{ role: 'user', content: 'Paint them.' }]);
    const damaged = { conversationId: 'chat', problem: 'Its message #1 is missing.' };
    const archive = { unlisted: () => Promise.resolve([damaged]) };
    const resolve = (token: Token<unknown>): unknown =>
      token === IConversationArchive ? archive : runtime.resolve(token);
    const { client, close } = await connect(Object.create(runtime, { resolve: { value: resolve } }) as typeof runtime);

    const listed = textOf(await client.callTool({ name: 'recall_conversation', arguments: {} }));

    expect(listed).toMatch(
      /^1 conversation is damaged and not listed: ask the user to run "lexichord doctor --repair"\. /u,
    );
    expect(listed).toContain('boats (1 message)');
    await close();
  });

  it('counts the messages that it knew', async () => {
    const args = { conversation_id: 'chat', messages: [{ role: 'user', content: 'Paint the ferry green.', id: 'm1' }] };
    await call('remember', args);

    expect(await call('remember', args)).toBe('Stored 0 messages in "chat", which has 1 now. 1 was already stored.');
  });

  it('shows the lines that a handle names as they are now, and says that they have changed', async () => {
    const found = await call('search_code', { query: 'tramTime' });
    const [handle = ''] = /src\/tram\.ts:\d+-\d+@[0-9a-f]{8}/u.exec(found) ?? [];
    await folder.write('src/tram.ts', 'export function tramTime(): string {\n  return "eleven";\n}\n');

    const expanded = await call('expand_context', { handle });

    expect(expanded).toContain('"eleven"');
    expect(expanded).toContain('The file has changed since that answer.');
    expect(await call('expand_context', { handle: 'src/tram.ts:90-99' })).toMatch(/^Error not-found: .* has 4 lines/u);
    expect(await call('expand_context', { handle: 'src/none.ts:1-2@0a1b2c3d' })).toMatch(/^Error not-found: /u);
  });

  it('lists places without their code', async () => {
    const found = await call('search_code', { query: 'ferryTime', show_code: false });

    expect(found).toContain('src/ferry.ts:');
    expect(found).not.toContain('export function');
  });

  it('finds nothing where nothing is', async () => {
    expect(await call('search_code', { query: 'ferryTime', paths: ['nowhere/**'] })).toMatch(/^No hits for the query/u);
  });
});
