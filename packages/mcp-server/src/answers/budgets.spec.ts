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

  it('gives the same bytes for the same call', async () => {
    const first = await connection.client.callTool({ name: 'search_code', arguments: { query: 'ferry', limit: 40 } });
    const second = await connection.client.callTool({ name: 'search_code', arguments: { query: 'ferry', limit: 40 } });

    expect(second).toEqual(first);
  });
});
