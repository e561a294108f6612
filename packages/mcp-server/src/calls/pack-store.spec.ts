import { PackStore, packHandle } from './pack-store.js';

/** A pack of two chunks, one of which was left out. */
function aPack(task: string) {
  const facts = {
    filePath: 'a.ts',
    rankScore: 0.5,
    sourceType: 'search-result',
    content: 'export const text = 1;',
  } as const;
  const factors = { relevance: 0.5, recency: 0, source: 0.5 };
  const packed = {
    ...{ content: '# a.ts', totalTokens: 5, availableTokens: 9 },
    includedChunks: [{ ...facts, factors, id: 'a.ts:1-2@00000000', rank: 2 }],
    excludedChunks: [{ ...facts, factors, id: 'a.ts:3-4@00000000', rank: 1, reason: 'budget-exceeded' as const }],
  };
  return { task, packed };
}

describe('PackStore', () => {
  it('tells packs of two budgets apart that have the same text', () => {
    const { task, packed } = aPack('paint the ferry');

    expect(packHandle({ task, packed: { ...packed, availableTokens: 10 } })).not.toBe(packHandle({ task, packed }));
  });

  it('keeps of a pack what explains it, the best chunk first, and no text', () => {
    const store = new PackStore();
    const pack = aPack('paint the ferry');

    store.add(pack);

    const kept = store.find(packHandle(pack));
    expect(kept).toMatchObject({ task: 'paint the ferry', totalTokens: 5, availableTokens: 9 });
    expect(kept?.chunks.map(({ id, reason }) => [id, reason])).toEqual([
      ['a.ts:3-4@00000000', 'budget-exceeded'],
      ['a.ts:1-2@00000000', undefined],
    ]);
    expect(JSON.stringify(kept)).not.toContain('export const text');
  });

  it('keeps the last 50 packs; one that was made again counts as new', () => {
    const store = new PackStore();
    const packs = Array.from({ length: 51 }, (_, index) => aPack(`task ${index}`));
    for (const pack of packs.slice(0, 50)) store.add(pack);

    store.add(packs[0]!);
    store.add(packs[50]!);

    const forgotten = packs.filter((pack) => store.find(packHandle(pack)) === undefined);
    expect(forgotten.map(({ task }) => task)).toEqual(['task 1']);
  });
});
