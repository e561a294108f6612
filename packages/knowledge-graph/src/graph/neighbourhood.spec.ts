import fc from 'fast-check';

import { numberedGraph } from '../test-support/a-graph.js';
import type { KnowledgeGraph } from './knowledge-graph.js';
import { findNeighbourhood, findRelationships } from './neighbourhood.js';

const idsOf = (facts: readonly { readonly id: string }[]): readonly string[] => facts.map(({ id }) => id);

/** Steps between an entity and each other, found by relaxing every relationship again and again. */
function distances(graph: KnowledgeGraph, start: string): ReadonlyMap<string, number> {
  const known = new Map([[start, 0]]);
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const { fromEntityId, toEntityId } of graph.relationships) {
      for (const [a, b] of [
        [fromEntityId, toEntityId],
        [toEntityId, fromEntityId],
      ] as const) {
        const distance = (known.get(a) ?? Infinity) + 1;
        if (distance < (known.get(b) ?? Infinity)) {
          known.set(b, distance);
          isChanged = true;
        }
      }
    }
  }
  return known;
}

const randomGraph = fc
  .integer({ min: 1, max: 12 })
  .chain((count) => {
    const number = fc.integer({ min: 0, max: count - 1 });
    return fc.tuple(fc.constant(count), fc.array(fc.tuple(number, number), { maxLength: 30 }));
  })
  .map(([count, edges]) => numberedGraph(count, edges));

describe('findNeighbourhood', () => {
  it('has the entities within the depth, by distance and then in their order, with all between them', () => {
    fc.assert(
      fc.property(randomGraph, fc.nat(6), (graph, depth) => {
        const steps = distances(graph, 'e0');
        const expected = graph.entities
          .filter(({ id }) => (steps.get(id) ?? Infinity) <= depth)
          .toSorted((a, b) => steps.get(a.id)! - steps.get(b.id)!);

        const found = findNeighbourhood(graph, 'e0', { depth, limit: 100 })!;

        expect(idsOf(found.entities)).toEqual(idsOf(expected));
        const inside = new Set(idsOf(expected));
        expect(found.relationships).toEqual(
          graph.relationships.filter(
            ({ fromEntityId, toEntityId }) => inside.has(fromEntityId) && inside.has(toEntityId),
          ),
        );
        expect(found.isCut).toBe(false);
      }),
    );
  });

  it('with a limit has the first of what it has without, and says whether something is missing', () => {
    fc.assert(
      fc.property(randomGraph, fc.nat(6), fc.integer({ min: 1, max: 14 }), (graph, depth, limit) => {
        const whole = findNeighbourhood(graph, 'e0', { depth, limit: 100 })!;

        const found = findNeighbourhood(graph, 'e0', { depth, limit })!;

        // Entities beyond a cut level hang on those that were cut.
        expect(idsOf(found.entities)).toEqual(idsOf(whole.entities.slice(0, limit)));
        expect(found.isCut).toBe(whole.entities.length > limit);
        const ids = new Set(idsOf(found.entities));
        for (const { fromEntityId, toEntityId } of found.relationships) {
          expect([ids.has(fromEntityId), ids.has(toEntityId)]).toEqual([true, true]);
        }
      }),
    );
  });

  it('ends in a ring of 100,000 entities, at any depth', () => {
    const count = 100_000;
    const ring = numberedGraph(
      count,
      Array.from({ length: count }, (_, number) => [number, (number + 1) % count] as const),
    );

    const near = findNeighbourhood(ring, 'e0', { depth: 3, limit: 200 });
    const all = findNeighbourhood(ring, 'e0', { depth: count, limit: count });

    expect(idsOf(near!.entities)).toEqual(['e0', 'e1', 'e99999', 'e2', 'e99998', 'e3', 'e99997']);
    expect([all!.entities.length, all!.relationships.length, all!.isCut]).toEqual([count, count, false]);
    expect(findRelationships(ring, 'e5', 2)).toHaveLength(4);
    expect(findRelationships(ring, 'e5', count)).toHaveLength(count);
  });

  it('takes the first in their order of a star with 100,000 rays', () => {
    const count = 100_001;
    const star = numberedGraph(
      count,
      Array.from({ length: count - 1 }, (_, number) => (number % 2 ? [0, number + 1] : [number + 1, 0])),
    );

    const found = findNeighbourhood(star, 'e0', { depth: 5, limit: 4 })!;

    expect([idsOf(found.entities), found.isCut]).toEqual([['e0', 'e1', 'e2', 'e3'], true]);
    expect(found.relationships).toHaveLength(3);
    expect(findRelationships(star, 'e9', 1)).toHaveLength(1);
    expect(findRelationships(star, 'e9', 2)).toHaveLength(count - 1);
  });

  it('tells that there is no such entity, and refuses numbers that mean nothing', () => {
    const graph = numberedGraph(1, []);

    expect(findNeighbourhood(graph, 'none', { depth: 1, limit: 1 })).toBeUndefined();
    expect(findRelationships(graph, 'none', 1)).toEqual([]);
    for (const depth of [-1, 0.5, Number.NaN, Infinity]) {
      expect(() => findRelationships(graph, 'e0', depth)).toThrow('must be a whole number from 0');
      expect(() => findNeighbourhood(graph, 'e0', { depth, limit: 1 })).toThrow('depth');
    }
    expect(() => findNeighbourhood(graph, 'e0', { depth: 1, limit: 0 })).toThrow('from 1, not 0');
  });
});

describe('findRelationships', () => {
  it('has each relationship at an entity nearer than the depth, once, in their order', () => {
    fc.assert(
      fc.property(randomGraph, fc.nat(6), (graph, depth) => {
        const steps = distances(graph, 'e0');
        const isNear = (id: string): boolean => (steps.get(id) ?? Infinity) < depth;

        const found = findRelationships(graph, 'e0', depth);

        expect(found).toEqual(
          graph.relationships.filter(({ fromEntityId, toEntityId }) => isNear(fromEntityId) || isNear(toEntityId)),
        );
      }),
    );
  });
});
