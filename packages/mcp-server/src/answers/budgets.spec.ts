import type { ILexichordRuntime } from '@lexichord/abstractions';
import fc from 'fast-check';

import { type Connection, connect, textOf } from '../test-support/connected-client.js';
import { ferryFiles, glossary } from '../test-support/ferry-workspace.js';
import { ServedFolder } from '../test-support/served-folder.js';

/** Files with many places that answer one question, some of them long. */
const manyFiles = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `src/boats/boat-${index}.ts`,
    `/** Boat ${index}. */\nexport function ferryOfBoat${index}(): string {\n${`  log("ferry \\"${index}\\"");\n`.repeat(index)}  return "${index}";\n}\n`,
  ]),
);

/** A file whose lines are longer than a page. */
const longLines = Array.from(
  { length: 9 },
  (_, index) => `const line${index} = "${'wave \u{1f30a} \\" '.repeat(90)}";\n`,
).join('');

/** As long as an id may be, in UTF-16 units, and with more tokens than the smallest budget. */
const longId = '\u{2070e}'.repeat(100);

describe('the budget of an answer', () => {
  let folder: ServedFolder;
  let runtime: ILexichordRuntime;
  let connection: Connection;

  beforeAll(async () => {
    folder = await ServedFolder.create({ ...ferryFiles, ...manyFiles, 'src/long-lines.js': longLines });
    runtime = await folder.open();
    await runtime.knowledge.import([{ documentPath: 'docs/glossary.md', text: glossary }]);
    const messages = Array.from({ length: 60 }, (_, index) => ({
      role: 'user',
      content: `Decision ${index}: boat ${index} is painted in colour ${index}. `.repeat(5),
    }));
    await runtime.memory.add('boats', messages);
    connection = await connect(runtime, { defaultBudgetTokens: 700 });
  });

  afterAll(async () => {
    await connection.close();
    await folder.dispose();
  });

  const sizes = async (name: string, args: Record<string, unknown>): Promise<readonly number[]> => {
    const answer = await connection.client.callTool({ name, arguments: args });
    const count = (text: string): number => runtime.tokenCounter.countTokens(text);
    return [count(textOf(answer)), count(JSON.stringify(answer.structuredContent ?? ''))];
  };

  const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['search_code', { query: 'ferry of a boat', limit: 40 }],
    ['search_code', { query: 'ferry of a boat', limit: 40, show_code: false }],
    ['pack_context', { task: 'paint the ferry of boat 7' }],
    ['repository_map', {}],
    ['expand_context', { handle: 'src/boats/boat-39.ts:1-44' }],
    ['assemble_context', { document: 'docs/bakery.md', query: 'ferry' }],
    ['explain_context', {}],
    ['lookup_knowledge', { query: 'ferry pass' }],
    ['recall_conversation', { conversation_id: 'boats', query: 'colour of boat 7' }],
    ['recall_conversation', { query: 'colour of boat 7' }],
    ['recall_conversation', {}],
    ['remember', { conversation_id: longId, messages: [{ role: 'user', content: 'The boats are painted.' }] }],
  ];

  it.each(calls)('is never exceeded by %s %j, as text or as data', async (name, args) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: 3_000 }), async (budget) => {
        const [text = 0, data = 0] = await sizes(name, { ...args, budget_tokens: budget });
        expect(text).toBeLessThanOrEqual(budget);
        expect(data).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 3 },
    );
  });

  it('is the one of the server where the caller names none', async () => {
    for (const [name, args] of calls) {
      const [text = 0, data = 0] = await sizes(name, args);
      expect(Math.max(text, data)).toBeLessThanOrEqual(700);
    }
  });

  it('leaves out what does not fit, with a handle that shows it', async () => {
    const ask = async (name: string, args: Record<string, unknown>): Promise<string> =>
      textOf(await connection.client.callTool({ name, arguments: args }));
    const seen = new Set<string>();
    let text = await ask('search_code', { query: 'ferryOfBoat', limit: 40, show_code: false, budget_tokens: 400 });
    for (let page = 0; page < 30; page += 1) {
      for (const [handle] of text.matchAll(/^src\/\S+@[0-9a-f]{8}/gmu)) seen.add(handle);
      const [handle] = /more-[0-9a-f]{12}/u.exec(text) ?? [];
      if (handle === undefined) break;
      text = await ask('expand_context', { handle, budget_tokens: 400 });
    }

    expect(seen.size).toBe(40);
  });

  /** The first answer and what its handles lead to, each within its budget. */
  const follow = async (name: string, args: Record<string, unknown>, budget: number): Promise<readonly string[]> => {
    const pages: string[] = [];
    const next = { name, args };
    for (;;) {
      const asked = { name: next.name, arguments: { ...next.args, budget_tokens: budget } };
      const answer = await connection.client.callTool(asked);
      expect(answer.isError ?? false).toBe(false);
      expect(runtime.tokenCounter.countTokens(textOf(answer))).toBeLessThanOrEqual(budget);
      expect(runtime.tokenCounter.countTokens(JSON.stringify(answer.structuredContent))).toBeLessThanOrEqual(budget);
      pages.push(textOf(answer));
      const { more } = answer.structuredContent as { readonly more?: string };
      if (more === undefined) return pages;
      expect(textOf(answer)).toContain(more);
      Object.assign(next, { name: 'expand_context', args: { handle: more } });
    }
  };

  const namesIn = (pages: readonly string[], pattern: RegExp): readonly string[] =>
    pages.flatMap((page) => [...page.matchAll(pattern)].map(([, name = '']) => name));

  it.each([
    ['src/boats/boat-39.ts:1-44', manyFiles['src/boats/boat-39.ts'] ?? ''],
    ['src/long-lines.js:1-9', longLines],
  ])('gives every byte of %s, page by page', async (handle, content) => {
    const pages = await follow('expand_context', { handle }, 300);
    const parts = pages.map(
      (page) =>
        /^\S+(?: \((?<joint>[a-z ]+)\))?\n(?<ticks>`{3,})\w+\n(?<code>.*?)\n\k<ticks>(?:\n\n|$)/su.exec(page)?.groups,
    );
    const joined = parts.map((part) => `${part?.['joint'] === 'continued' ? '\n' : ''}${part?.['code']}`).join('');

    expect(pages.length).toBeGreaterThan(2);
    expect(`${joined}\n`).toBe(content);
  });

  it('gives every message of a segment, page by page', async () => {
    const [segment] = await runtime.memory.segments('boats');
    const pages = await follow('expand_context', { handle: segment!.segmentId }, 300);
    const said = new Set(namesIn(pages, /Decision (\d+)/gu));

    expect(pages.length).toBeGreaterThan(2);
    expect([...said].map(Number)).toEqual(Array.from({ length: said.size }, (_, index) => index));
    expect(said.size).toBe(segment!.messageIds.length);
  });

  it('names everything that a pack left out, and every chunk that explains it, also when it is no longer the last', async () => {
    const task = { task: 'paint the ferry of every boat' };
    const handles = /^(?:\d+\. )?([a-z]\S*:.+?)(?:: left out: .*| \([a-z-]+\))$/gmu;

    const pages = await follow('pack_context', task, 600);
    const total = Number(/Left out: (\d+) pieces/u.exec(pages[0] ?? '')?.[1]);
    const leftOut = namesIn(pages, handles);
    const explained = namesIn(await follow('explain_context', { show: 'left_out' }, 400), handles);
    const [, pack] = /explain_context with the pack (pack-[0-9a-f]{12}) says why/u.exec(pages[0] ?? '') ?? [];
    await follow('pack_context', { task: 'when does the bakery open' }, 600);
    const explainedLater = namesIn(await follow('explain_context', { pack, show: 'left_out' }, 400), handles);

    expect(total).toBeGreaterThan(20);
    expect([leftOut.length, new Set(leftOut).size]).toEqual([total, total]);
    expect([...explained].sort()).toEqual([...leftOut].sort());
    expect(explainedLater).toEqual(explained);
  });

  it('lists every conversation, and every fact that an answer had no room for', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `talk about boat ${String(index).padStart(2, '0')}`);
    for (const id of ids) await runtime.memory.add(id, [{ role: 'user', content: 'Paint it green.' }]);
    const terms = Array.from(
      { length: 12 },
      (_, index) => `- **Mooring ${index}**: a mooring of boat ${index}. ${'Rope. '.repeat(20)}`,
    );
    await runtime.knowledge.import([{ documentPath: 'docs/moorings.md', text: `# Glossary\n\n${terms.join('\n')}\n` }]);
    const { entities, cut } = await runtime.knowledge.context({ agentId: 'copilot', query: 'mooring' });

    const listed = namesIn(await follow('recall_conversation', {}, 300), /^(talk about boat \d+) /gmu);
    const told = namesIn(await follow('lookup_knowledge', { query: 'mooring' }, 500), /name: "?(Mooring \d+)/gu);

    expect(listed).toEqual(ids);
    expect(cut.filter(({ reason }) => reason === 'over-budget')).toEqual([]);
    expect([...told].sort()).toEqual(entities.map(({ name }) => name).sort());
  });

  it('passes over no place that was left out, though files of those that were shown have changed', async () => {
    const files = Object.keys(manyFiles).slice(0, 12);
    const changing = await ServedFolder.create(
      Object.fromEntries(
        files.map((path, index) => [path, `export function tramOfBoat${index}(): number {\n  return ${index};\n}\n`]),
      ),
    );
    const asked = await connect(await changing.open());
    const ask = async (name: string, args: Record<string, unknown>): Promise<string> =>
      textOf(await asked.client.callTool({ name, arguments: { ...args, budget_tokens: 300 } }));
    const seen = new Set<string>();
    let text = await ask('search_code', { query: 'tramOfBoat', limit: 12, show_code: false });
    for (let page = 0; page < 12; page += 1) {
      for (const [, path = ''] of text.matchAll(/^(src\/\S+):\d+-\d+@/gmu)) {
        seen.add(path);
        await changing.write(path, 'export const other = 1;\n');
      }
      const [handle] = /more-[0-9a-f]{12}/u.exec(text) ?? [];
      if (handle === undefined) break;
      text = await ask('expand_context', { handle });
    }
    await asked.close();
    await changing.dispose();

    expect([...seen].sort()).toEqual(files.toSorted());
  });

  it('has remember leave out warnings and the end of a long id, and never fail behind its write', async () => {
    const warnings = Array.from(
      { length: 5 },
      (_, index) => `${index} ${'A segment was compressed without it. '.repeat(20)}`,
    );
    const { memory } = runtime;
    const add: typeof memory.add = async (...args) => ({ ...(await memory.add(...args)), warnings });
    const warned = await connect(Object.create(runtime, { memory: { value: { add } } }) as ILexichordRuntime);
    const call = (id: string, budget: number): ReturnType<typeof warned.client.callTool> =>
      warned.client.callTool({
        name: 'remember',
        arguments: { conversation_id: id, messages: [{ role: 'user', content: 'green' }], budget_tokens: budget },
      });

    const few = await call('few', 200);
    const all = await call('all', 2_000);
    const long = await call(longId, 200);
    await warned.close();

    expect(few.structuredContent).toMatchObject({ conversation_id: 'few', added: 1 });
    expect((few.structuredContent as { warnings: string[] }).warnings.length).toBeLessThan(5);
    expect((all.structuredContent as { warnings: string[] }).warnings).toHaveLength(5);
    expect(long.structuredContent).toMatchObject({
      conversation_id: expect.stringMatching(/^\u{2070e}{10,99}…$/u) as string,
      added: 1,
      warnings: [],
    });
    expect(textOf(long)).toMatch(/^Stored 1 message in "\u{2070e}{10,99}…", which has \d+ now/u);
  });

  it('gives the same bytes for the same call', async () => {
    const first = await connection.client.callTool({ name: 'search_code', arguments: { query: 'ferry', limit: 40 } });
    const second = await connection.client.callTool({ name: 'search_code', arguments: { query: 'ferry', limit: 40 } });

    expect(second).toEqual(first);
  });
});
