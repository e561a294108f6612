import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { type Connection, connect, connections, textOf } from '../test-support/connected-client.js';
import { ferryFiles, glossary } from '../test-support/ferry-workspace.js';
import { ServedFolder } from '../test-support/served-folder.js';

describe.each(connections)('the roots of a client over $transport by revision $revision', (by) => {
  let folder: ServedFolder;
  let connection: Connection;
  let roots: string[];

  beforeAll(async () => {
    folder = await ServedFolder.create({ ...ferryFiles, 'src/long.ts': 'export const boat = 1;\n'.repeat(400) });
    for (const args of [
      ['init', '--quiet'],
      ['add', '.'],
    ])
      execFileSync('git', args, { cwd: folder.path });
    const runtime = await folder.open();
    await runtime.knowledge.import([{ documentPath: 'docs/glossary.md', text: glossary }]);
    const moorings = Array.from(
      { length: 6 },
      (_, index) => `- **Mooring ${index}**: a mooring. ${'Rope. '.repeat(9)}`,
    );
    const text = `# Moorings\n\n${moorings.join('\n')}\n`;
    await runtime.knowledge.import([{ documentPath: 'docs/moorings.md', text }]);
    for (const id of ['chat', `a${' b'.repeat(90)}`, `c${' d'.repeat(90)}`]) {
      await runtime.memory.add(id, [{ role: 'user', content: 'Paint the ferry green.' }]);
    }
    connection = await connect(runtime, { ...by, client: { capabilities: { roots: {} } } });
    connection.client.setRequestHandler('roots/list', () => ({ roots: roots.map((uri) => ({ uri })) }));
  });

  beforeEach(() => {
    roots = [pathToFileURL(join(folder.path, 'docs')).href];
  });

  afterAll(async () => {
    await connection.close();
    await folder.dispose();
  });

  const call = async (name: string, args: Record<string, unknown> = {}): Promise<string> =>
    textOf(await connection.client.callTool({ name, arguments: args }));
  const prompt = async (name: string, args: Record<string, string> = {}): Promise<string> => {
    const { messages } = await connection.client.getPrompt({ name, arguments: args });
    return messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('');
  };
  const read = async (uri: string): Promise<string> => {
    const { contents } = await connection.client.readResource({ uri });
    return contents.map((content) => ('text' in content ? content.text : '')).join('');
  };
  const remembered = { conversation_id: 'chat', messages: [{ role: 'user', content: 'And the tram red.' }] };

  it.each([
    ['repository_map', {}],
    ['lookup_knowledge', { query: 'ferry pass' }],
    ['recall_conversation', {}],
    ['recall_conversation', { query: 'colour' }],
    ['recall_conversation', { conversation_id: 'chat', query: 'colour' }],
    ['remember', remembered],
    ['expand_context', { handle: '1a2b3c4d-1' }],
  ])('that are a part of the workspace refuse what belongs to no folder: the tool %s of %j', async (name, args) => {
    expect(await call(name, args)).toMatch(/^Error invalid-argument: The roots of the client are only a part/u);
  });

  it.each([
    ['explain_repository', {}],
    ['continue_from_memory', { conversation_id: 'chat' }],
  ])('that are a part of the workspace refuse what belongs to no folder: the prompt %s', async (name, args) => {
    await expect(prompt(name, args)).rejects.toThrow(/invalid-argument: The roots of the client are only a part/u);
  });

  it.each(['lexichord://pack/last', 'lexichord://map', 'lexichord://glossary', 'lexichord://conversation/chat'])(
    'that are a part of the workspace refuse what belongs to no folder: the resource %s',
    async (uri) => {
      await expect(read(uri)).rejects.toThrow(/invalid-argument: The roots of the client are only a part/u);
    },
  );

  it('hold for the rest of an answer, too, that was given before them', async () => {
    roots = [];
    const pack = await connection.client.callTool({ name: 'pack_context', arguments: { task: 'the ferry' } });
    const explain = (): Promise<string> =>
      call('explain_context', { pack: (pack.structuredContent as { readonly pack: string }).pack });
    const moreOf = async (name: string, args: Record<string, unknown>): Promise<string> => {
      const cut = await connection.client.callTool({ name, arguments: { ...args, budget_tokens: 200 } });
      return (cut.structuredContent as { readonly more: string }).more;
    };
    const handles = [
      await moreOf('pack_context', { task: 'when does the ferry leave, and the tram' }),
      await moreOf('explain_context', {}),
      await moreOf('expand_context', { handle: 'src/long.ts:1-400' }),
      await moreOf('recall_conversation', {}),
      await moreOf('lookup_knowledge', { query: 'mooring' }),
    ];
    const expand = (handle: string): Promise<string> => call('expand_context', { handle });
    for (const handle of handles) expect(await expand(handle)).not.toMatch(/^Error/u);
    expect(await explain()).toContain('for the task: the ferry');
    roots = [pathToFileURL(join(folder.path, 'docs')).href];

    const refused: string[] = [];
    for (const handle of handles) refused.push((await expand(handle)).split(':', 1)[0] ?? '');

    expect(refused).toEqual([
      ...['Error path-denied', 'Error path-denied', 'Error path-denied'],
      ...['Error invalid-argument', 'Error invalid-argument'],
    ]);
    expect(await explain()).toMatch(/^Error path-denied: .*outside the roots/u);
  });

  it('leave out of a review what is outside of them', async () => {
    const change = '--- a/docs/bakery.md\n+++ b/docs/bakery.md\n@@ -3 +3 @@\n-at five\n+at six, before the ferry\n';

    for (const review of [await prompt('review_change'), await prompt('review_change', { change })]) {
      expect(review).toContain('The bakery opens at six');
      expect(review).not.toMatch(/ferryTime|tramTime|harbourOf/u);
    }
  });

  it('keep what a task names out of a pack, too', async () => {
    const tasks = ['fix src/tram.ts', 'fix tramTime at src/tram.ts:1', 'Error: x\n    at tramTime (src/tram.ts:2:3)'];

    for (const task of tasks) expect(await call('pack_context', { task })).not.toContain('return "ten"');
  });

  it('tell of the last pack when all of it lies in them', async () => {
    await call('pack_context', { task: 'when does the bakery open' });
    const ofBakery = await call('explain_context');
    roots = [];
    await call('pack_context', { task: 'when does the ferry leave' });
    roots = [pathToFileURL(join(folder.path, 'docs')).href];

    expect(ofBakery).toContain('for the task: when does the bakery open');
    expect(await call('explain_context')).toMatch(
      /^Error not-found: Nothing was packed in the roots of the client last/u,
    );
  });

  it('leave out of an assembly what belongs to no folder', async () => {
    const asked = { document: 'docs/bakery.md', line: 3, query: 'ferry pass', conversation_id: 'chat' };
    const inPart = await call('assemble_context', asked);
    roots = [];
    const inAll = await call('assemble_context', asked);

    const texts = ['The bakery opens at six', 'month of crossings', 'Paint the ferry'];
    expect(texts.filter((text) => inPart.includes(text))).toEqual(texts.slice(0, 1));
    expect(texts.filter((text) => inAll.includes(text))).toEqual(texts);
  });

  it('that are all of the workspace refuse nothing', async () => {
    roots = [pathToFileURL(folder.path).href];

    expect(await call('repository_map')).toContain('ferryTime');
    expect(await call('lookup_knowledge', { query: 'ferry pass' })).toContain('month of crossings');
    expect(await call('recall_conversation', { conversation_id: 'chat' })).toContain('Paint the ferry green.');
    expect(await prompt('review_change')).toContain('ferryTime');
    expect(await prompt('continue_from_memory', { conversation_id: 'chat' })).toContain('Paint the ferry green.');
    expect(await read('lexichord://glossary')).toContain('Ferry pass');
  });

  it('keep to what a link in them leads to', async () => {
    await symlink('../src/tram.ts', join(folder.path, 'docs', 'tram-link.ts'));
    await symlink('../src', join(folder.path, 'docs', 'src-link'));
    await symlink('bakery.md', join(folder.path, 'docs', 'bakery-link.md'));
    const outside = ['docs/tram-link.ts', 'docs/src-link/tram.ts'];

    for (const path of outside) {
      for (const answer of [
        await call('expand_context', { handle: `${path}:1-3` }),
        await call('assemble_context', { document: path }),
        await call('pack_context', { task: 'fix the tram', open_files: [path] }),
      ]) {
        expect(answer).not.toContain('return "ten"');
      }
      expect(await call('expand_context', { handle: `${path}:1-3` })).toMatch(
        /^Error path-denied: .*outside the roots/u,
      );
      expect(await call('assemble_context', { document: path })).toMatch(/^Error path-denied: .*outside the roots/u);
    }
    expect(await call('expand_context', { handle: 'docs/bakery-link.md:3-3' })).toContain('The bakery opens at six');
  });

  it.each(['file://server/share', 'file:///docs%2Fbakery', 'file:///docs%00'])(
    'that are no place on this machine, such as %s, change nothing',
    async (uri) => {
      roots = [...roots, uri];

      expect(await call('search_code', { query: 'ferry' })).toContain('docs/bakery.md');
      roots = [uri];
      expect(await call('search_code', { query: 'ferry' })).toMatch(/^Error path-denied: /u);
    },
  );

  it('that all lie elsewhere refuse everything', async () => {
    roots = ['file:///nowhere', 'file:///nowhere/else'];

    expect(await call('lookup_knowledge', { query: 'ferry pass' })).toMatch(/^Error path-denied: /u);
    await expect(prompt('review_change')).rejects.toThrow(/path-denied/u);
    await expect(read('lexichord://map')).rejects.toThrow(/path-denied/u);
  });
});
