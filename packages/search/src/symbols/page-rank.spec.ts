import { pageRank } from './page-rank.js';

/** Edges as pairs, in the order of their sources. */
const graphOf = (size: number, edges: readonly (readonly [number, number])[]) => ({
  starts: Int32Array.from({ length: size + 1 }, (_, node) => edges.filter(([source]) => source < node).length),
  targets: Int32Array.from(edges.map(([, target]) => target)),
});

describe('pageRank', () => {
  it('gives all nodes of a circle the same', () => {
    const ranks = pageRank(graphOf(3, [[0, 1], [1, 2], [2, 0]]), new Float64Array(3)); // prettier-ignore

    for (const rank of ranks) expect(rank).toBeCloseTo(1 / 3, 10);
  });

  it('gives more to what others refer to, and adds up to 1', () => {
    const ranks = pageRank(graphOf(4, [[0, 3], [1, 3], [2, 3], [3, 0]]), new Float64Array(4)); // prettier-ignore

    expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 10);
    expect(ranks[3]).toBeGreaterThan(ranks[0] as number);
    expect(ranks[0]).toBeGreaterThan(ranks[1] as number);
    expect(ranks[1]).toBe(ranks[2]);
  });

  it('stays near where it begins', () => {
    const ranks = pageRank(graphOf(4, [[0, 1], [2, 3]]), Float64Array.of(1, 0, 0, 0)); // prettier-ignore

    expect([...ranks].map((rank) => rank > 0)).toEqual([true, true, false, false]);
    expect(ranks[0]).toBeGreaterThan(ranks[1] as number);
  });

  it('has no ranks without nodes', () => {
    expect(pageRank({ starts: new Int32Array(1), targets: new Int32Array(0) }, new Float64Array(0))).toHaveLength(0);
  });
});
