import { type PackOptions, type PackedContext, packProfiles, packingBudgetOf } from '@lexichord/abstractions';

import { isOutlined } from '../detail/less-detail.js';
import { TestPacker } from '../test-support/a-packer.js';
import { WordSymbolGraph } from '../test-support/word-symbol-graph.js';

/** So many functions call each other, all of them: each is in a circle with every other one. */
const functions = 100;

/** Five functions a file. */
const pathOf = (index: number): string => `src/steps${Math.floor(index / 5)}.ts`;

const files: Record<string, string> = {};
for (let index = 0; index < functions; index += 1) {
  const calls = Array.from({ length: functions }, (_, other) => (other === index ? '' : `  step${other}(value);\n`));
  const text = `/** The step ${index}. */\nexport function step${index}(value: number): void {\n${calls.join('')}}\n\n`;
  files[pathOf(index)] = `${files[pathOf(index)] ?? ''}${text}`;
}

describe('related code in a graph of 10,000 references, in circles', () => {
  const graph = new WordSymbolGraph(files);
  const tester = new TestPacker(files, { graph, packing: { closure: { share: 0.3 } } });
  const [firstPath] = Object.keys(files) as [string];
  const pack = (tokens: number, profile: PackOptions['profile']): Promise<PackedContext> => {
    const sources = [{ sourceType: 'open-file', filePath: firstPath, content: files[firstPath] as string }] as const;
    return tester.packer.pack(sources, packingBudgetOf(tokens), { task: 'what does step0 do', profile });
  };

  afterAll(() => tester.dispose());

  it('has as many references', async () => {
    const found = await graph.definitionsNamed('step7');
    const uses = await Promise.all(found.map((one) => graph.usesOf(one)));

    expect(uses.flat()).toHaveLength(functions - 1);
  });

  it.each(packProfiles)('has each definition once within the budget, by the profile %s', async (profile) => {
    graph.asked = 0;

    const { includedChunks, excludedChunks, totalTokens, partial, stats } = await pack(4_000, profile);

    const signatures = includedChunks.filter(isOutlined);
    expect([partial, totalTokens <= 4_000]).toEqual([false, true]);
    expect(signatures.length).toBeGreaterThan(10);
    const ids = [...includedChunks, ...excludedChunks].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(signatures.map(({ symbol }) => symbol)).size).toBe(signatures.length);
    expect(stats.related?.omitted.budget).toBeGreaterThan(0);
    // One question for each definition that a body uses, and not one for each way to it.
    expect(graph.asked).toBeLessThan(functions * 10);
  });
});
