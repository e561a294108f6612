import fc from 'fast-check';

import { type Edges, strongComponents } from './strong-components.js';

/** For each pair of nodes whether there is a way, by trying every middle (Warshall). */
function ways(edges: Edges): readonly (readonly boolean[])[] {
  const reach = edges.map((next, from) => edges.map((_, to) => from === to || next.includes(to)));
  for (const middle of edges.keys()) {
    for (const row of reach) {
      if (row[middle] === true) reach[middle]?.forEach((leads, to) => (row[to] ||= leads));
    }
  }
  return reach;
}

describe('strongComponents', () => {
  it('puts nodes together exactly when they lead to each other', () => {
    const graphs = fc
      .integer({ min: 1, max: 12 })
      .chain((size) => fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size }));

    fc.assert(
      fc.property(graphs, (edges) => {
        const component = strongComponents(edges);
        const reach = ways(edges);

        for (const from of edges.keys()) {
          for (const to of edges.keys()) {
            const isTogether = reach[from]?.[to] === true && reach[to]?.[from] === true;
            expect(component[from] === component[to]).toBe(isTogether);
          }
        }
      }),
    );
  });

  it('stands a chain of a million nodes', () => {
    const size = 1_000_000;
    const chain = Array.from({ length: size }, (_, node) => (node + 1 < size ? [node + 1] : []));

    expect(new Set(strongComponents(chain)).size).toBe(size);
  });
});
