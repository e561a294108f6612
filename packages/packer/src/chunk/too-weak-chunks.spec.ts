import { type ContextSource, packingBudgetOf } from '@lexichord/abstractions';

import { TestPacker } from '../test-support/a-packer.js';

const files = {
  'src/login.ts': 'export function login(token: string): boolean {\n  return token.length > 3;\n}\n',
  'src/user.ts': "export function getUser(id: number): string {\n  return 'user ' + id;\n}\n",
};

describe('sources that score too little', () => {
  const tester = new TestPacker(files);
  const weak = { sourceType: 'search-result', relevanceScore: 0.2, minRelevanceScore: 0.4 } as const;
  const opened = (Object.keys(files) as (keyof typeof files)[]).map((filePath): ContextSource => {
    return { sourceType: 'open-file', filePath, content: files[filePath] };
  });
  const gone: ContextSource = {
    ...weak,
    ...{ filePath: 'gone.md', content: 'password: hunter2\n', lineRange: { startLine: 7, endLine: 7 } },
    definition: { symbol: 'Access', definitions: [{ name: 'Access', kind: 'section', line: 7 }], tokenCount: 123 },
  };

  afterAll(() => tester.dispose());

  it('are listed with what would be enough, once, without their text, and nothing of them is read', async () => {
    const given = [...opened, gone, { ...opened[1], ...weak } as ContextSource, { ...gone, relevanceScore: 0.1 }];

    const packed = await tester.packer.pack(given, packingBudgetOf(10_000), { task: 'login' });

    expect(packed.includedChunks.map(({ filePath }) => filePath)).toEqual(['src/login.ts', 'src/user.ts']);
    expect(packed.excludedChunks).toMatchObject([
      {
        ...{ filePath: 'gone.md', startLine: 7, endLine: 7, content: '', symbol: 'Access', tokenCount: 123 },
        reason: 'below-threshold',
        ...{ factors: { relevance: 0.2 }, detail: 'it scores 0.20, and 0.40 would be enough' },
      },
    ]);
    expect(packed).toMatchObject({ partial: false, rejectedSources: [], stats: { chunks: 3, excludedChunks: 1 } });
    expect(tester.files.read).not.toContain('gone.md');
  });

  it('are listed in the same order however they are given', async () => {
    const given = [1, 2, 3].map((line) => ({ ...gone, lineRange: { startLine: line, endLine: line } }));
    const listed = async (sources: readonly ContextSource[]): Promise<readonly string[]> => {
      const { excludedChunks } = await tester.packer.pack(sources, packingBudgetOf(100), { task: 'login' });
      return excludedChunks.map(({ rank, startLine }) => `#${rank} ${startLine}`);
    };

    expect(await listed(given)).toEqual(['#1 1', '#2 2', '#3 3']);
    expect(await listed(given.toReversed())).toEqual(await listed(given));
  });
});
