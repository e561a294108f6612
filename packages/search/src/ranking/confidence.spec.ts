import fc from 'fast-check';

import { confidenceOf } from './confidence.js';

describe('confidenceOf', () => {
  it('has none where nothing was found', () => {
    expect(confidenceOf(0)).toBe(0);
  });

  it('is one half at the score by which one query in two is answered', () => {
    expect(confidenceOf(0.38)).toBeCloseTo(0.5, 5);
  });

  it.each([
    [0.2, 0.044],
    [0.3, 0.243],
    [0.5, 0.789],
    [1, 0.99],
  ])('gives a best score of %p a chance of %p', (score, chance) => {
    expect(confidenceOf(score)).toBeCloseTo(chance, 2);
  });

  it('is within 0 and 1 and grows with the score', () => {
    const score = fc.double({ min: 0, noNaN: true });
    fc.assert(
      fc.property(score, score, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((score) => confidenceOf(score)) as [
          number,
          number,
        ];
        expect(less).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(1);
        expect(less).toBeLessThanOrEqual(more);
      }),
    );
  });

  it('is a fifth of it where the query is about a name that occurs nowhere', () => {
    expect(confidenceOf(0.9, { isAbsent: true })).toBeCloseTo(confidenceOf(0.9) / 5);
    expect(confidenceOf(0, { isAbsent: true })).toBe(0);
  });
});
