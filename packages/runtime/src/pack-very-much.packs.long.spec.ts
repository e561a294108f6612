import { HostilePacks, expectTrueLines } from './test-support/hostile-packs.js';
import { commonWord, generatedFiles } from './test-support/indexed-workspace.js';

describe('packing a workspace of very much', () => {
  const packs = new HostilePacks();
  afterAll(() => packs.dispose());

  it('T-016 threat 3: packs 2,000 small files that all answer, and names every one that it left out', async () => {
    const many = generatedFiles(2_000);
    const root = await packs.repository(many);
    const openFiles = Object.keys(many);

    const { packed } = await packs.pack(root, {
      ...{ task: `how is ${commonWord} striped`, openFiles, budget: 30_000 },
    });

    const tooMany = packed.rejectedSources.filter(({ reason }) => reason === 'too-many');
    expect(tooMany.length).toBeGreaterThanOrEqual(1_000);
    expect(packed.rejectedSources).toEqual(tooMany);
    const open = [...packed.includedChunks, ...packed.excludedChunks, ...tooMany].map(({ filePath }) => filePath);
    expect(openFiles.filter((path) => !new Set(open).has(path))).toEqual([]);
    expect(packed.totalTokens).toBeGreaterThan(20_000);
    await expectTrueLines(packed, root);
  });

  it('T-016 threat 3: takes a line of 10 MB, as little of it as there is room for', async () => {
    const line = `const ${commonWord} = "${'lorem ipsum '.repeat(825_000)}";`;
    const root = await packs.repository({ 'bundle.js': line, 'src/plain.ts': `export const ${commonWord} = 1;\n` });

    const openFiles = ['bundle.js', 'src/plain.ts'];
    const { packed } = await packs.pack(root, { task: commonWord, openFiles, budget: 5_000 });

    expect(packed.includedChunks.map(({ filePath }) => filePath)).toContain('src/plain.ts');
    expect([packed.rejectedSources, packed.partial]).toEqual([[], false]);
    await expectTrueLines(packed, root);
  });
});
