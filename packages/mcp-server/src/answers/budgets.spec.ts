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

/** As long as an id may be, in UTF-16 units, and with more tokens than the smallest budget. */
const longId = '\u{2070e}'.repeat(100);

describe('the budget of an answer', () => {
  let folder: ServedFolder;
  let runtime: ILexichordRuntime;
  let connection: Connection;

  beforeAll(async () => {
    folder = await ServedFolder.create({ ...ferryFiles, ...manyFiles });
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
    expect(textOf(long)).toMatch(/^Stored 1 messages in "\u{2070e}{10,99}…", which has \d+ now/u);
  });

  it('gives the same bytes for the same call', async () => {
    const first = await connection.client.callTool({ name: 'search_code', arguments: { query: 'ferry', limit: 40 } });
    const second = await connection.client.callTool({ name: 'search_code', arguments: { query: 'ferry', limit: 40 } });

    expect(second).toEqual(first);
  });
});
