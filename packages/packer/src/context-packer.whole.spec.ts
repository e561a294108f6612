import fc from 'fast-check';

import { PackBench, packProblems, randomPack } from './test-support/random-pack.js';

describe('whole packs', () => {
  const bench = new PackBench();

  afterAll(() => bench.dispose());

  it('T-016 AC-061: are within the budget, have the named line, account for every candidate once and truly, and leave out nothing that would have fitted', async () => {
    await fc.assert(
      fc.asyncProperty(randomPack, async (given) => {
        expect(await packProblems(await bench.pack(given), given, bench)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});
