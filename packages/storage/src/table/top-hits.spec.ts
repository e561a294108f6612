import fc from 'fast-check';

import { topHits } from './top-hits.js';

describe('topHits', () => {
  it('gives the same hits in the same order wherever the store cuts among equal scores', async () => {
    const hits = fc.array(fc.record({ key: fc.string(), score: fc.constantFrom(1, 2, 3) }), { maxLength: 200 });
    const property = fc.asyncProperty(
      hits,
      fc.integer({ min: 1, max: 20 }),
      fc.func(fc.nat()),
      async (found, limit, shuffle) => {
        const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
        const distinct = [...new Map(found.map((hit) => [hit.key, hit])).values()];
        const stored = [...distinct].sort((a, b) => b.score - a.score || shuffle(a.key) - shuffle(b.key));

        const best = await topHits(limit, (asked) => Promise.resolve(stored.slice(0, asked)));

        expect(best).toEqual([...distinct].sort((a, b) => b.score - a.score || byKey(a, b)).slice(0, limit));
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  it('stops asking where thousands tie', async () => {
    const asked: number[] = [];

    const best = await topHits(2, (limit) => {
      asked.push(limit);
      return Promise.resolve(Array.from({ length: limit }, (_, index) => ({ key: `k${index}`, score: 1 })));
    });

    expect(best).toHaveLength(2);
    expect(asked.at(-1)).toBeGreaterThan(4_096);
    expect(asked.length).toBeLessThan(8);
  });
});
