import { ISemanticSearchService } from '@lexichord/abstractions';

import { type Connection, connect, textOf } from '../test-support/connected-client.js';
import { ferryFiles } from '../test-support/ferry-workspace.js';
import { ServedFolder } from '../test-support/served-folder.js';

describe('expanding', () => {
  let folder: ServedFolder;
  const opened: Connection[] = [];

  beforeEach(async () => {
    folder = await ServedFolder.create(ferryFiles);
  });

  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close();
    await folder.dispose();
  });

  const open = async (...options: Parameters<ServedFolder['open']>) => {
    const runtime = await folder.open(...options);
    const connection = await connect(runtime);
    opened.push(connection);
    const call = (name: string, args: Record<string, unknown>) => connection.client.callTool({ name, arguments: args });
    return { runtime, call };
  };

  it('gives the whole text of a segment, and no level with less detail than that of its tags', async () => {
    const { runtime, call } = await open();
    const messages = Array.from({ length: 40 }, (_, index) => ({
      role: 'user',
      content: `Boat ${index} is painted in colour ${index}. `.repeat(8),
    }));
    const { segments } = await runtime.memory.add('boats', messages);
    const handle = segments[0]!.segmentId;

    const expanded = await call('expand_context', { handle, budget_tokens: 20_000 });
    const cut = await call('expand_context', { handle, budget_tokens: 250 });
    const tags = await call('expand_context', { handle, level: 'tags' });

    expect(textOf(expanded)).toContain('Boat 0 is painted in colour 0.');
    expect(expanded.structuredContent).toMatchObject({ kind: 'segment', handle });
    expect(textOf(cut)).toMatch(/Left out: the end of it\. expand_context with the handle more-[0-9a-f]{12} shows/u);
    expect(textOf(tags)).toMatch(/^Error invalid-argument: /u);
  });

  it('names no command for a segment that is not stored, but what an agent can do', async () => {
    const { call } = await open();

    const { isError, content } = await call('expand_context', { handle: '01234567-1' });

    expect(isError).toBe(true);
    expect(textOf({ content })).toMatch(/^Error not-found: .*Use a handle from an answer of this server unchanged/u);
    expect(textOf({ content })).not.toContain('lexichord memory');
  });

  it('closes the block of code in which a segment is cut', async () => {
    const { runtime, call } = await open();
    const code = `Look at this:\n\n\`\`\`ts\n${'const value = compute();\n'.repeat(400)}\`\`\`\nThat is all.`;
    const talk = Array.from({ length: 40 }, () => ({ role: 'user', content: 'Paint the ferry green. '.repeat(20) }));
    const { segments } = await runtime.memory.add('code', [{ role: 'user', content: code }, ...talk]);

    const cut = await call('expand_context', { handle: segments[0]!.segmentId, budget_tokens: 300 });

    expect(textOf(cut)).toMatch(/ const value = compute\(\);\n\s*```\n\nLeft out: the end of it/u);
  });

  it('gives the lines around a place, and says that a file has changed', async () => {
    const { call } = await open();
    const before = await call('search_code', { query: 'tramTime', limit: 1 });
    const [handle = ''] = /src\/tram\.ts:\d+-\d+@[0-9a-f]{8}/u.exec(textOf(before)) ?? [];
    await folder.write('src/tram.ts', '// The tram.\nexport function tramTime(): string {\n  return "eleven";\n}\n');

    const changed = await call('expand_context', { handle });
    const around = await call('expand_context', { handle: 'src/tram.ts:2', surrounding_lines: 1 });

    expect(textOf(changed)).toContain('Warning: The file has changed since that answer.');
    expect(textOf(around)).toMatch(/^src\/tram\.ts:1-3\n/u);
  });

  it.each([
    ['lines', `${'// A line.\n'.repeat(9)}\`\`\`\n`.repeat(200), '// A line.'],
    ['one long line', `var a = "${'q w e r t y '.repeat(900)}";\n`, 'var a = "q w e r t y'],
    ['a long line behind an empty one', `\nvar a = "${'q w e r t y '.repeat(900)}";\n`, 'var a = "q w e r t y'],
    ['a long line of quotes', `${'"\\'.repeat(4_000)}\n`, '"\\"\\"'],
  ])('shows the beginning of %s, in a block of code that is closed', async (_what, content, beginning) => {
    await folder.write('src/min.js', content);
    const { call } = await open();

    for (const budget of [200, 2_000]) {
      const answer = await call('expand_context', { handle: 'src/min.js:1-4000', budget_tokens: budget });
      const [, ticks = '', code = '', note = ''] =
        /^\S+\n(`{3,})javascript\n(.*?)\n\1\n\n(.*)$/su.exec(textOf(answer)) ?? [];

      expect(ticks).not.toBe('');
      expect(code).toContain(beginning);
      expect(content.startsWith(code)).toBe(true);
      expect(note).toMatch(/^Left out: the end of it/u);
      expect(answer.structuredContent).toMatchObject({
        text: `${textOf(answer).split('\n', 1)[0]}\n${ticks}javascript\n${code}\n${ticks}`,
      });
    }
  });

  it('follows lines that have moved', async () => {
    const { call } = await open();
    const before = await call('search_code', { query: 'tramTime', limit: 1 });
    const [handle = '', path = ''] = /(src\/tram\.ts):\d+-\d+@[0-9a-f]{8}/u.exec(textOf(before)) ?? [];
    await folder.write(path, `// One line more.\n// And another one.\n${ferryFiles[path]}`);

    const moved = await call('expand_context', { handle });

    expect(textOf(moved)).toContain('tramTime');
    expect(textOf(moved)).not.toContain('Warning:');
    expect(moved.structuredContent).toMatchObject({ handle: expect.not.stringContaining(handle) as string });
  });

  it('needs no licence for code, and says which one a conversation needs', async () => {
    const { call } = await open({ lowerTierTo: 'Core' });

    expect(textOf(await call('expand_context', { handle: 'src/tram.ts:1-3' }))).toContain('tramTime');
    expect(textOf(await call('recall_conversation', { conversation_id: 'boats' }))).toMatch(
      /^Error license-required: /u,
    );
  });

  it('tells no caller what nobody foresaw; the log has it', async () => {
    const failing = { search: () => Promise.reject(new RangeError('private matter')) };
    const { call } = await open({
      register: (container) => container.register(ISemanticSearchService, { useValue: failing }),
    });

    const answer = await call('search_code', { query: 'ferry' });

    expect(textOf(answer)).toMatch(/^Error internal: /u);
    expect(textOf(answer)).not.toContain('private matter');
    expect(JSON.stringify(folder.logger.lines)).toContain('The tool {tool} failed');
  });
});
