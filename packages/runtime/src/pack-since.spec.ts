import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import {
  IIndexService,
  type ILexichordRuntime,
  type PackedContext,
  type WorkspacePackOptions,
  previousPackOf,
} from '@lexichord/abstractions';
import fc from 'fast-check';

import { IndexedWorkspaces } from './test-support/indexed-workspace.js';

const animals = ['bison', 'heron', 'ibex', 'lemur', 'okapi', 'quagga', 'tapir', 'walrus'] as const;

/** A function in which no two lines are the same. */
function feeding(animal: string, steps: number): string {
  const lines = Array.from({ length: steps }, (_, step) => `  const ${animal}${step} = feed('${animal}', ${step});\n`);
  return `/** Feeds the ${animal}. */\nexport function feed_${animal}(): number {\n${lines.join('')}  return ${animal}0;\n}\n`;
}

const files: Readonly<Record<string, string>> = Object.fromEntries(
  animals.map((animal, index) => [`src/${animal}.ts`, feeding(animal, 10 + 8 * index)]),
);
const references = Object.keys(files);
const whale = feeding('whale', 120);
const writtenAt = new Date('2026-01-01T00:00:00Z');

describe('a pack of what is new', () => {
  const workspaces = new IndexedWorkspaces();
  let runtime: ILexichordRuntime;

  beforeAll(async () => {
    const root = await workspaces.folder({ ...files, 'src/whale.ts': whale });
    // Else their order among each other is that in which they happened to be written.
    for (const path of [...references, 'src/whale.ts']) await utimes(join(root, path), writtenAt, writtenAt);
    runtime = await workspaces.open(root);
    await runtime.resolve(IIndexService).update();
  });
  afterAll(() => workspaces.dispose());

  const pack = (animal: string, options: WorkspacePackOptions): Promise<PackedContext> =>
    runtime.pack(`how is the ${animal} fed`, { refresh: false, ...options });
  const since = (packed: PackedContext): WorkspacePackOptions => ({ previous: previousPackOf(packed), onlyNew: true });
  /** Lines that a pack calls sent, and no text of an earlier pack has. */
  const neverSent = ({ previous, excludedChunks }: PackedContext, earlier: readonly PackedContext[]) => {
    const left = excludedChunks.filter(({ detail }) => detail === 'it was sent before');
    const sent = new Set(earlier.flatMap(({ content }) => content.split('\n')));
    return [...(previous?.valid ?? []), ...left].flatMap(({ filePath, startLine, endLine }) =>
      (files[filePath] ?? '')
        .split('\n')
        .slice(startLine - 1, endLine)
        .filter((line) => !sent.has(line)),
    );
  };

  it('calls nothing sent that an earlier text does not have, whatever the budgets are', async () => {
    const budget = fc.integer({ min: 60, max: 5_000 });
    const turn = fc.record({ budget, animal: fc.constantFrom(...animals), namesAll: fc.boolean() });
    const ofBison = (size: number) => ({ budget: size, animal: 'bison', namesAll: false }) as const;
    let outlined = 0;
    let cutOff = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 3, maxLength: 3 }), async (turns) => {
        const earlier: PackedContext[] = [];
        for (const { budget, animal, namesAll } of turns) {
          const last = earlier.at(-1);
          const options = { budget, references: namesAll ? references : [] };
          const packed = await pack(animal, { ...options, ...(last === undefined ? {} : since(last)) });
          expect(neverSent(packed, earlier)).toEqual([]);
          // No file changes meanwhile.
          expect(packed.previous?.invalid ?? []).toEqual([]);
          earlier.push(packed);
        }
        outlined += earlier[0]?.includedChunks.some(({ detailLevel = 'body' }) => detailLevel !== 'body') ? 1 : 0;
        cutOff += earlier[0]?.includedChunks.some(({ isTruncated }) => isTruncated) ? 1 : 0;
      }),
      {
        ...{ numRuns: 25, seed: 7 },
        examples: [[[40, 300, 5_000].map(ofBison)], [[80, 40, 300].map(ofBison)]],
      },
    );
    expect(Math.min(outlined, cutOff)).toBeGreaterThan(0);
  });

  it('knows a large chunk again that was open before, and a stable text keeps it', async () => {
    const budget = 3_000;
    const first = await pack('whale', { budget, openFiles: ['src/whale.ts'], layout: 'stable' });
    const large = first.includedChunks.slice(0, first.bodyChunks).find(({ filePath }) => filePath === 'src/whale.ts');
    expect(large?.content).toBe(whale);
    // More than an excerpt may have.
    expect(large?.tokenCount).toBeGreaterThan(budget / 5);
    const previous = previousPackOf(first);

    const stable = await pack('bison', { budget, layout: 'stable', previous });
    const fresh = await pack('whale', { budget, previous, onlyNew: true });

    expect(stable.includedChunks.slice(0, first.bodyChunks).map(({ id }) => id)).toContain(large?.id);
    expect(stable.content.slice(0, stable.content.indexOf(whale))).toBe(
      first.content.slice(0, first.content.indexOf(whale)),
    );
    expect(fresh.previous?.invalid).toEqual([]);
    expect(fresh.includedChunks.map(({ filePath }) => filePath)).not.toContain('src/whale.ts');
  });

  it('T-016 AC-041: calls a part of a function the same in the next stable text', async () => {
    const first = await pack('whale', { budget: 1_500, layout: 'stable' });
    const part = first.includedChunks.slice(0, first.bodyChunks).find(({ partOf }) => partOf !== undefined);
    expect(part?.filePath).toBe('src/whale.ts');

    const second = await pack('bison', { budget: 1_500, layout: 'stable', previous: previousPackOf(first) });

    const kept = second.includedChunks.find(({ id }) => id === part?.id);
    expect([kept?.partOf, kept?.symbol]).toEqual([part?.partOf, 'feed_whale']);
    const until = first.content.indexOf(part?.content ?? '');
    expect(second.content.slice(0, until)).toBe(first.content.slice(0, until));
    expect(second.content.slice(0, until)).toMatch(/^PARTS? .*feed_whale$/mu);
  });

  it('sends the body of what an outline named before', async () => {
    const first = await pack('bison', { references, searchHits: 0, budget: 2_000 });
    const lines = first.includedChunks.filter(({ detailLevel = 'body' }) => detailLevel !== 'body');
    expect(lines.length).toBeGreaterThan(0);

    const second = await pack('bison', { references, searchHits: 0, budget: 8_000, ...since(first) });

    expect(second.includedChunks.map(({ id }) => id)).toEqual(expect.arrayContaining(lines.map(({ id }) => id)));
  });
});
