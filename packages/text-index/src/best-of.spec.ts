import fc from 'fast-check';

import { bestOf } from './best-of.js';

describe('bestOf', () => {
  it('gives the highest scores above 0, highest first, equal ones by number', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -2, max: 5 })), fc.integer({ min: 0, max: 8 }), (scores, limit) => {
        const expected = [...scores.keys()]
          .filter((number) => (scores[number] ?? 0) > 0)
          .sort((a, z) => (scores[z] ?? 0) - (scores[a] ?? 0) || a - z)
          .slice(0, limit);

        expect(bestOf(scores, limit)).toEqual(expected);
      }),
    );
  });

  it('keeps the best of many in any order', () => {
    const scores = Float64Array.from({ length: 5_000 }, (_unused, number) => (number * 7_919) % 5_003);
    const expected = [...scores.keys()].sort((a, z) => (scores[z] ?? 0) - (scores[a] ?? 0) || a - z);

    expect(bestOf(scores, 3)).toEqual(expected.slice(0, 3));
    expect(bestOf(scores, 3, (number) => number !== expected[0])).toEqual(expected.slice(1, 4));
  });
});
