import fc from 'fast-check';

import { encodeVectors } from '../test-support/encoded-texts.js';
import { dotProducts, plainDotProducts } from './dot-products.js';
import { isSameVector, scoreMeaning } from './vector-table.js';

const dimensions = fc.integer({ min: 1, max: 33 });

function unit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length));
}

describe('dot products', () => {
  const byte = fc.integer({ min: -128, max: 127 });

  it('are those of the definition, whatever the dimension and the number of rows', () => {
    const rows = fc.tuple(fc.integer({ min: 1, max: 70 }), fc.array(byte, { minLength: 70, maxLength: 1_000 }));
    fc.assert(
      fc.property(rows, fc.array(fc.integer({ min: -32_767, max: 32_767 }), { minLength: 70 }), (given, query) => {
        const [dimension, all] = given;
        const numbers = Int8Array.from(all.slice(0, all.length - (all.length % dimension)));
        const factors = Int16Array.from(query.slice(0, dimension));

        const sums = dotProducts(factors, { dimension, numbers });

        expect([...sums]).toEqual(
          Array.from({ length: numbers.length / dimension }, (_, row) =>
            factors.reduce((sum, factor, column) => sum + factor * (numbers[row * dimension + column] ?? 0), 0),
          ),
        );
        expect(plainDotProducts(factors, { dimension, numbers })).toEqual(sums);
      }),
    );
  });

  it.each([1, 512, 8_192, 8_193])('do not overflow, and take rows of %d numbers in blocks', (dimension) => {
    const rows = Math.ceil(1_200_000 / dimension);
    const numbers = new Int8Array(rows * dimension).fill(-128);
    const factor = Math.min(32_767, Math.floor((2 ** 31 - 1) / (128 * dimension)));
    const factors = new Int16Array(dimension).fill(factor);

    const sums = dotProducts(factors, { dimension, numbers });

    expect(sums).toEqual(new Int32Array(rows).fill(-128 * factor * dimension));
  });

  it('of nothing are nothing', () => {
    expect(dotProducts(new Int16Array(0), { dimension: 0, numbers: new Int8Array(0) })).toEqual(new Int32Array(0));
    expect(dotProducts(new Int16Array(3), { dimension: 3, numbers: new Int8Array(0) })).toEqual(new Int32Array(0));
  });
});

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

        const [score = Number.NaN] = scoreMeaning(query, encodeVectors([vector], vector.length));

        // Each number is off by half a step at most, that of the query by half of a much smaller one.
        const roundedQuery = (largest * vector.length) / 32_767 / 2;
        expect(Math.abs(score - exact)).toBeLessThanOrEqual((largest / 127 / 2) * weight + roundedQuery + 1e-6);
      }),
      { numRuns: 500 },
    );
  });

  it('is 0 for a text without a vector, and for a vector of zeros', () => {
    const table = encodeVectors([undefined, new Float32Array(3), Float32Array.of(0, -1, 0)], 3);

    expect([...scoreMeaning(Float32Array.of(0, 1, 0), table)].map((score) => Math.round(score * 1e6) / 1e6)).toEqual([
      0, 0, -1,
    ]);
  });
});

it('compares vectors by the 32 bits that are stored of each number', () => {
  expect(isSameVector(Float32Array.of(0.1, 0.2), [0.1, 0.2])).toBe(true);
  expect(isSameVector([0.1, 0.2], [0.1, 0.2 + 1e-12])).toBe(true);
  expect(isSameVector([0.1, 0.2], [0.1, 0.2001])).toBe(false);
  expect(isSameVector([0.1], [0.1, 0])).toBe(false);
});
