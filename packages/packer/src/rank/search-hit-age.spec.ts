import { type ContextSource, type PackOptions, packingBudgetOf } from '@lexichord/abstractions';

import { type PackerSetup, TestPacker } from '../test-support/a-packer.js';

const content = 'export const login = 1;\n';

describe('the age of a search hit', () => {
  const opened: TestPacker[] = [];
  /** Of a hit and of a file that is listed, both just changed: how recent they count as. */
  const recencies = async (
    packing: PackerSetup['packing'] = {},
    options: Partial<PackOptions> = {},
  ): Promise<Readonly<Record<string, number>>> => {
    const tester = new TestPacker({ 'src/hit.ts': content, 'src/listed.ts': `${content}\n` }, { packing });
    opened.push(tester);
    const shared = { sourceType: 'search-result', relevanceScore: 0.8, timestampMs: tester.clock.now() } as const;
    const sources: readonly ContextSource[] = [
      { ...shared, filePath: 'src/hit.ts', content, isSearchHit: true },
      { ...shared, filePath: 'src/listed.ts', content: `${content}\n` },
    ];
    const { includedChunks, excludedChunks } = await tester.packer.pack(sources, packingBudgetOf(10_000), {
      task: 'login',
      ...options,
    });
    const entries = [...includedChunks, ...excludedChunks].map(({ filePath, factors }) => [filePath, factors.recency]);
    return Object.fromEntries(entries) as Readonly<Record<string, number>>;
  };

  afterAll(() => Promise.all(opened.map((tester) => tester.dispose())));

  it('counts for nothing with the default weights, other than that of a file that is listed', async () => {
    expect(await recencies()).toEqual({ 'src/hit.ts': 0, 'src/listed.ts': 1 });
  });

  it.each([
    ['a profile of the pack', {}, { profile: 'bug-fix' }],
    ['a configured profile', { ranking: { profile: 'new-feature' } }, {}],
    ['weights of the user', { ranking: { recencyWeight: 0.2, sourceWeight: 0.3 } }, {}],
    ['matching by keywords, which knows no hits', { ranking: { relevance: 'keyword' } }, {}],
  ] as const)('counts with %s', async (_name, packing, options) => {
    expect(await recencies(packing, options)).toEqual({ 'src/hit.ts': 1, 'src/listed.ts': 1 });
  });
});
