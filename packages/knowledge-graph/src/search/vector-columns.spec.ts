import { VectorColumns } from './vector-columns.js';

const dimension = 96;

/** Vectors of length 1, the same in every run. */
function someVectors(count: number): readonly Float32Array[] {
  let state = 7;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  return Array.from({ length: count }, () => {
    const numbers = Array.from({ length: dimension }, () => next() ** 3);
    const length = Math.hypot(...numbers);
    return Float32Array.from(numbers, (number) => number / length);
  });
}

function cosine(a: Float32Array, z: Float32Array): number {
  return a.reduce((sum, number, index) => sum + number * (z[index] ?? 0), 0);
}

function columnsOf(vectors: readonly Float32Array[]): VectorColumns {
  const columns = new VectorColumns(vectors.length, dimension);
  for (const [row, vector] of vectors.entries()) columns.set(row, vector);
  return columns;
}

describe('VectorColumns', () => {
  it('gives the cosine similarity to a hundredth', () => {
    const [query = new Float32Array(dimension), ...vectors] = someVectors(50);

    const similarities = columnsOf(vectors).similarities(query, [...vectors.keys()]);

    for (const [row, vector] of vectors.entries()) {
      expect(Math.abs((similarities[row] ?? 9) - cosine(query, vector))).toBeLessThan(0.01);
    }
  });

  it('has no similarity for an entity without a vector, or with one of nothing', () => {
    const columns = new VectorColumns(2, 2);
    columns.set(1, new Float32Array(2));

    expect(columns.similarities(Float32Array.of(1, 0), [0, 1])).toEqual([undefined, undefined]);
    expect(columns.nearest(Float32Array.of(1, 0), 5, () => true)).toEqual([]);
  });

  it('finds at a first look nearly all that the full comparison finds', () => {
    const vectors = someVectors(9_000);
    const columns = columnsOf(vectors);
    const rows = [...vectors.keys()];

    let kept = 0;
    for (const query of someVectors(40).slice(20)) {
      const all = columns.similarities(query, rows);
      const best = rows.toSorted((a, z) => (all[z] ?? 0) - (all[a] ?? 0)).slice(0, 10);
      const near = new Set(columns.nearest(query, 500, () => true));
      kept += best.filter((row) => near.has(row)).length;
    }

    expect(kept / 200).toBeGreaterThan(0.98);
  });

  it('looks only at accepted rows, and at none with a query that means nothing', () => {
    const columns = columnsOf(someVectors(8_200));
    const [query = new Float32Array(dimension)] = someVectors(1);

    expect(columns.nearest(query, 3, (row) => row === 17)).toEqual([17]);
    expect(columns.nearest(new Float32Array(dimension), 3, () => true)).toEqual([]);
  });
});
