import fc from 'fast-check';

import type { TextIndex } from './text-index.js';
import { TextIndexBuilder } from './text-index-builder.js';

interface Document {
  readonly words: readonly string[];
  readonly vector: readonly [number, number];
  /** Of the older index: whether it stays. Of the newer one it always does. */
  readonly isKept: boolean;
  /** Documents stand in the merged index by this number. */
  readonly rank: number;
}

const document: fc.Arbitrary<Document> = fc.record({
  words: fc.array(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), { maxLength: 5 }),
  vector: fc.constantFrom<[number, number][]>([1, 0], [0, 1], [0, 0], [0.6, -0.8]),
  isKept: fc.boolean(),
  rank: fc.integer({ min: 0, max: 9 }),
});
const documents = fc.array(document, { maxLength: 8 }).map((some) => some.toSorted((a, b) => a.rank - b.rank));

function build(some: readonly Document[], order?: { readonly numbers: Int32Array; readonly size: number }): TextIndex {
  const builder = new TextIndexBuilder({ dimension: 2 });
  for (const { words, vector } of some) builder.count(words).endDocument(Float32Array.from(vector));
  return builder.build(order);
}

describe('two indexes', () => {
  it('merge into what one builder makes of their documents, without those that are gone', () => {
    fc.assert(
      fc.property(documents, documents, (before, added) => {
        const together = [...before.filter(({ isKept }) => isKept), ...added].toSorted((a, b) => a.rank - b.rank);
        const placeOf = (one: Document): number => together.indexOf(one);

        const merged = build(before).merge(build(added), {
          kept: Int32Array.from(before, placeOf),
          added: Int32Array.from(added, placeOf),
          size: together.length,
        });

        expect(merged.parts).toEqual(build(together).parts);
      }),
    );
  });

  it('are built in another order than that in which documents came, without those that are left out', () => {
    fc.assert(
      fc.property(documents, (came) => {
        const wanted = came.filter(({ isKept }) => isKept).toReversed();
        const numbers = Int32Array.from(came, (one) => wanted.indexOf(one));

        const index = build(came, { numbers, size: wanted.length });

        expect(index.parts).toEqual(build(wanted).parts);
      }),
    );
  });
});
