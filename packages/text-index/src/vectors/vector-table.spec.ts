import fc from 'fast-check';

import { packVectors } from '../test-support/packed-texts.js';
import { scoreMeaning } from './vector-table.js';

const dimensions = fc.integer({ min: 1, max: 33 });

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length));
}

describe('vector table', () => {
  it('gives the cosine similarity, within what a byte a number can hold', () => {
    const pair = dimensions.chain((dimension) => {
      const values = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: dimension, maxLength: dimension });
      return fc.tuple(values, values);
    });
    fc.assert(
      fc.property(pair, ([first, second]) => {
        const [query, vector] = [unit(first), unit(second)];
        const exact = query.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0);
        const largest = vector.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
        const weight = query.reduce((sum, value) => sum + Math.abs(value), 0);

        const [score = Number.NaN] = scoreMeaning(query, packVectors([vector], vector.length));

        // Each number is off by half a step at most.
        expect(Math.abs(score - exact)).toBeLessThanOrEqual((largest / 127 / 2) * weight + 1e-6);
      }),
      { numRuns: 500 },
    );
  });

  it('is 0 for a text without a vector, and for a vector of zeros', () => {
    const table = packVectors([undefined, new Float32Array(3), Float32Array.of(0, -1, 0)], 3);

    expect([...scoreMeaning(Float32Array.of(0, 1, 0), table)].map((score) => Math.round(score * 1e6) / 1e6)).toEqual([
      0, 0, -1,
    ]);
  });
});
