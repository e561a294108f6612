import {
  type ContextSource,
  type PackOptions,
  type PackedContext,
  packingBudgetOf,
  previousPackOf,
} from '@lexichord/abstractions';
import fc from 'fast-check';

import { ranked } from '../test-support/a-ranked-chunk.js';
import { TestPacker } from '../test-support/a-packer.js';
import { keepPrevious } from './kept-chunks.js';
import { divideStable } from './stable-text.js';

const names = ['ash', 'birch', 'cedar', 'elm', 'fir', 'larch', 'oak', 'pine'] as const;
const files = Object.fromEntries(
  names.map((name) => [
    `src/${name}.ts`,
    `export function grow_${name}(height: number): number {\n  const ${name} = height + 1;\n  return ${name};\n}\n`,
  ]),
);

describe('the layout stable', () => {
  const test = new TestPacker(files);
  afterAll(() => test.dispose());

  const sources: readonly ContextSource[] = Object.entries(files).map(([filePath, content]) => ({
    ...{ sourceType: 'reference', filePath, content },
  }));
  const pack = (options: Partial<PackOptions>, budget = 250): Promise<PackedContext> =>
    test.packer.pack(sources, packingBudgetOf(budget), { task: 'grow_oak', layout: 'stable', ...options });

  it('begins with what the pack before begins with, for another task', async () => {
    const first = await pack({});
    const second = await pack({ task: 'grow_birch', previous: previousPackOf(first) });

    const bodyChunks = first.bodyChunks ?? 0;
    const body = first.includedChunks.slice(0, bodyChunks);
    expect(bodyChunks).toBeGreaterThan(1);
    expect(body.map(({ filePath }) => filePath)).toEqual(body.map(({ filePath }) => filePath).sort());
    expect(second.includedChunks.slice(0, bodyChunks)).toMatchObject(body.map(({ id }) => ({ id })));
    const end = first.content.indexOf(body.at(-1)?.content ?? '') + (body.at(-1)?.content.length ?? 0);
    expect(second.content.slice(0, end)).toBe(first.content.slice(0, end));
  });

  it.each(['markdown', 'xml', 'json'] as const)(
    'shows in %s no line numbers in the body, and lists them at the end',
    async (template) => {
      const { content, bodyChunks = 0, includedChunks } = await pack({ template });

      const lists = content.slice(content.search(/Lines of the files above|"lines":/u));
      expect(content.slice(0, content.indexOf('grow_'))).not.toMatch(/lines 1-|start=|startLine/u);
      for (const { filePath } of includedChunks.slice(0, bodyChunks)) expect(lists).toContain(`${filePath} 1-4`);
    },
  );

  it('sends with onlyNew what the pack before has not, and names what that has', async () => {
    const first = await pack({ layout: 'ranked' }, 120);
    const gone = { id: 'src/gone.ts:1-2@01234567', filePath: 'src/gone.ts', startLine: 1, endLine: 2 };
    const { chunks } = previousPackOf(first);

    const second = await pack({ layout: 'ranked', previous: { chunks: [...chunks, gone] }, onlyNew: true }, 400);

    const known = chunks.map(({ filePath }) => filePath);
    const fresh = second.includedChunks.map(({ filePath }) => filePath);
    // The others are named in an outline, which tells nothing of their lines.
    expect(first.includedChunks.length).toBeGreaterThan(known.length);
    expect(known.length).toBeGreaterThan(0);
    expect([...fresh, ...known].sort()).toEqual(Object.keys(files).sort());
    expect(second.previous).toEqual({ valid: chunks, invalid: [gone] });
    expect(second.content).toMatch(/^### Already sent, and still valid\n/u);
    expect(second.content).toContain('### No longer valid\n```text\nsrc/gone.ts 1-2\n```');
    expect(previousPackOf(second).chunks).toHaveLength(8);
  });

  it('is never above the budget, whatever the budget and the pack before', async () => {
    const first = await pack({});
    const previous = previousPackOf(first);
    await fc.assert(
      fc.asyncProperty(fc.nat(400), fc.boolean(), fc.constantFrom(...names), async (budget, onlyNew, name) => {
        const packed = await pack({ task: `grow_${name}`, previous, onlyNew }, budget);
        expect(test.counter.countTokens(packed.content)).toBeLessThanOrEqual(budget);
        expect(packed.totalTokens).toBe(test.counter.countTokens(packed.content));
      }),
      { numRuns: 40 },
    );
  });
});

describe('keepPrevious', () => {
  const chunks = ranked(...['c', 'b', 'a', 'd'].map((name) => ({ filePath: name, id: `${name}:1-5@${name}` })));
  const previous = (ids: string, bodyChunks = ids.length) => ({
    chunks: Array.from(ids).map((name) => ({ id: `${name}:9-13@${name}`, filePath: name, startLine: 9, endLine: 13 })),
    bodyChunks,
  });
  const keep = (...given: Parameters<typeof previous>) =>
    keepPrevious(chunks, { previous: previous(...given), availableTokens: 1_000 });

  it('puts what was in the body first, in its order, and gives the ranks anew', () => {
    const { order, allowed } = keep('abd', 2);

    expect(order).toEqual(['a@a', 'b@b']);
    expect(allowed.map(({ filePath, rank }) => `${rank}${filePath}`)).toEqual(['1a', '2b', '3c', '4d']);
  });

  it('keeps nothing where most of it is gone, does not fit, or was not stable', () => {
    expect(keep('axyz').order).toEqual([]);
    expect(keep('ab', 0).order).toEqual([]);
    const { tokenCount = 0 } = chunks[0] ?? {};
    const small = { previous: previous('abcd'), availableTokens: tokenCount };
    expect(keepPrevious(chunks, small)).toEqual({ order: [], allowed: chunks });
    expect(keepPrevious(chunks, { availableTokens: 1_000 })).toEqual({ order: [], allowed: chunks });
  });
});

describe('divideStable', () => {
  it('puts tools, open files and what was changed last behind the rest, by path and line', () => {
    const chunks = ranked(
      { filePath: 'z', changedMs: 1 },
      { filePath: 'y', changedMs: 2 },
      { filePath: 'x', changedMs: 9 },
      { filePath: 'w', sourceType: 'open-file' },
      ...['a', 'b', 'c', 'd'].map((filePath) => ({ filePath, changedMs: 0 })),
    );

    const { body, tail } = divideStable(chunks, []);
    expect(tail.map(({ filePath }) => filePath)).toEqual(['w', 'x']);
    expect(body.map(({ filePath }) => filePath)).toEqual(['a', 'b', 'c', 'd', 'y', 'z']);
    const output = ranked({ filePath: 'tool:test', sourceType: 'tool-result' });
    expect(divideStable([...output, ...chunks.slice(4)], []).tail).toEqual(output);
  });
});
