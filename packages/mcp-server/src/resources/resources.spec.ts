import type { ILexichordRuntime } from '@lexichord/abstractions';

import { type Connection, connect, connections } from '../test-support/connected-client.js';
import { ferryFiles, glossary } from '../test-support/ferry-workspace.js';
import { ServedFolder } from '../test-support/served-folder.js';

describe.each(connections)('resources and prompts over $transport by revision $revision', (by) => {
  let folder: ServedFolder;
  let runtime: ILexichordRuntime;
  let connection: Connection;

  beforeAll(async () => {
    folder = await ServedFolder.create(ferryFiles);
    runtime = await folder.open();
    await runtime.knowledge.import([{ documentPath: 'docs/glossary.md', text: glossary }]);
    await runtime.memory.add('chat 1', [{ role: 'user', content: 'Paint the ferry green.' }]);
    connection = await connect(runtime, { ...by, defaultBudgetTokens: 900 });
  });

  afterAll(async () => {
    await connection.close();
    await folder.dispose();
  });

  const read = async (uri: string): Promise<string> => {
    const { contents } = await connection.client.readResource({ uri });
    return contents.map((content) => ('text' in content ? content.text : '')).join('');
  };

  it('list what there is', async () => {
    const { resources } = await connection.client.listResources();
    const { prompts } = await connection.client.listPrompts();

    expect(resources.map(({ uri }) => uri)).toEqual([
      'lexichord://pack/last',
      'lexichord://map',
      'lexichord://glossary',
      'lexichord://conversation/chat%201',
    ]);
    expect(resources.map(({ mimeType }) => mimeType)).toEqual([
      ...['text/markdown', 'text/markdown', 'application/yaml', 'text/markdown'],
    ]);
    expect(prompts.map(({ name }) => name)).toEqual(['review_change', 'explain_repository', 'continue_from_memory']);
  });

  it('give the map, the glossary and a conversation', async () => {
    expect(await read('lexichord://map')).toContain('ferryTime');
    expect(await read('lexichord://glossary')).toContain('Ferry pass');
    expect(await read('lexichord://conversation/chat%201')).toContain('Paint the ferry green.');
  });

  it('cut a long glossary to the budget and stay YAML', async () => {
    const terms = Array.from(
      { length: 400 },
      (_, index) => `## Berth ${index}\n\nA place where ferry ${index} lies.\n`,
    );
    await runtime.knowledge.import([{ documentPath: 'docs/berths.md', text: `# Glossary\n\n${terms.join('\n')}` }]);

    const text = await read('lexichord://glossary');

    expect(runtime.tokenCounter.countTokens(text)).toBeLessThanOrEqual(900);
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      '# Left out: the rest of it. lookup_knowledge finds an entity by its name.',
    );
  });

  it('list a conversation whose id has half of a surrogate pair, and refuse to store a message in such a one', async () => {
    const id = 'half \u{d800} of a pair';
    await runtime.memory.add(id, [{ role: 'user', content: 'Paint the tram red.' }]);

    const { resources } = await connection.client.listResources();
    for (const named of [id, 'two\nlines', 'a\u{0}b']) {
      const { isError } = await connection.client.callTool({
        name: 'remember',
        arguments: { conversation_id: named, messages: [{ role: 'user', content: 'And the bell?' }] },
      });

      expect(isError).toBe(true);
    }
    const heads = await runtime.memory.list();
    const known = heads.find(({ conversationId }) => conversationId === id);

    expect(resources.map(({ uri }) => uri)).toContain('lexichord://conversation/half%20%EF%BF%BD%20of%20a%20pair');
    expect(known).toMatchObject({ messages: 1 });
    expect(heads).toHaveLength(2);
  });

  it('say what is not there', async () => {
    await expect(read('lexichord://pack/last')).rejects.toThrow(/not found/iu);
    await expect(read('lexichord://conversation/nothing')).rejects.toThrow(/not found/iu);
    await expect(read('lexichord://conversation/..%2F..%2Fetc')).rejects.toThrow(/not found/iu);
    await expect(read('lexichord://conversation/%E0%A4%A')).rejects.toThrow(/not found/iu);
    await expect(read('file:///etc/passwd')).rejects.toThrow(/not found/iu);
  });

  const change = '--- a/src/ferry.ts\n+++ b/src/ferry.ts\n@@ -1 +1 @@\n-a\n+b\n';

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'a task was packed',
      'lexichord://pack/last',
      () => connection.client.callTool({ name: 'pack_context', arguments: { task: 'when does the ferry leave' } }),
    ],
    [
      'a change is reviewed',
      'lexichord://pack/last',
      () => connection.client.getPrompt({ name: 'review_change', arguments: { change } }),
    ],
    ['the map is read after a change', 'lexichord://map', () => read('lexichord://map')],
    [
      'the repository is explained after a change',
      'lexichord://map',
      () => connection.client.getPrompt({ name: 'explain_repository' }),
    ],
    ['the host updates the index after a change', 'lexichord://map', () => runtime.index.update()],
  ])('tell whoever subscribed that %s: %s', async (what, uri, act) => {
    const { client } = connection;
    const updated = new Promise<string>((resolve) => {
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri));
    });
    const subscription =
      by.revision === '2026-07-28' ? await client.listen({ resourceSubscriptions: [uri] }) : undefined;
    if (subscription === undefined) await client.subscribeResource({ uri });
    await folder.write('src/changed.ts', `/** ${what} */\nexport const changed = 1;\n`);

    await act();

    expect(await updated).toBe(uri);
    expect(await read(uri)).toContain('ferryTime');
    if (subscription === undefined) await client.unsubscribeResource({ uri });
    await subscription?.close();
  });

  it('tell of a conversation that is new, and not of more messages in it', async () => {
    const { client } = connection;
    const told: string[] = [];
    const note = (what: string) => (): void => void told.push(what);
    client.setNotificationHandler('notifications/resources/list_changed', note('list'));
    const uri = 'lexichord://conversation/chat%202';
    const updates: (() => void)[] = [];
    client.setNotificationHandler('notifications/resources/updated', () => {
      told.push('updated');
      updates.splice(0).forEach((resolve) => resolve());
    });
    const subscription =
      by.revision === '2026-07-28'
        ? await client.listen({ resourceSubscriptions: [uri], resourcesListChanged: true })
        : undefined;
    if (subscription === undefined) await client.subscribeResource({ uri });

    for (const content of ['Paint the tram red.', 'And the bell?']) {
      const updated = new Promise<void>((resolve) => updates.push(resolve));
      const messages = [{ role: 'user', content }];
      await client.callTool({ name: 'remember', arguments: { conversation_id: 'chat 2', messages } });
      await updated;
    }

    expect(told).toEqual(['list', 'updated', 'updated']);
    await subscription?.close();
  });

  it('bring the context of a prompt along, within the budget', async () => {
    const texts: string[] = [];
    const prompts: Readonly<Record<string, Record<string, string>>> = {
      review_change: { change },
      explain_repository: {},
      continue_from_memory: { conversation_id: 'chat 1', question: 'Which colour? '.repeat(800) },
    };
    for (const [name, args] of Object.entries(prompts)) {
      const { messages } = await connection.client.getPrompt({ name, arguments: args });
      texts.push(messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join(''));
    }

    expect(texts[0]).toContain('export function ferryTime');
    expect(texts[1]).toContain('ferryTime');
    expect(texts[2]).toContain('Paint the ferry green.');
    for (const text of texts) expect(runtime.tokenCounter.countTokens(text)).toBeLessThanOrEqual(900);
  });

  it('close the block of code in which what they bring along is cut', async () => {
    const code = Array.from({ length: 50 }, (_, index) => `const value${index} = compute(${index});`).join('\n');
    await runtime.memory.add('code', [
      { role: 'user', content: `Look at this:\n\n\`\`\`ts\n${code}\n\`\`\`\nThat is all.` },
    ]);

    const { messages } = await connection.client.getPrompt({
      name: 'continue_from_memory',
      arguments: { conversation_id: 'code', question: 'Which value is wrong? '.repeat(150) },
    });
    const text = messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('');

    expect(text).toMatch(
      /^ *```ts\n[^`]*\n *```\n\nLeft out: the rest\. recall_conversation brings it\.\n\nAbove is what/mu,
    );
    expect(runtime.tokenCounter.countTokens(text)).toBeLessThanOrEqual(900);
  });

  it('say that there is no change to review where nothing is changed', async () => {
    const { messages } = await connection.client.getPrompt({ name: 'review_change' });

    expect(JSON.stringify(messages)).toContain('There is no change to review');
  });

  it('refuse a conversation that nobody stored', async () => {
    const asked = connection.client.getPrompt({ name: 'continue_from_memory', arguments: { conversation_id: 'none' } });

    await expect(asked).rejects.toThrow(/not-found/u);
  });
});
