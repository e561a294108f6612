import fc from 'fast-check';

import { NextMatch } from '../../worker/next-match.mjs';

describe('NextMatch', () => {
  it('tells of ranges that begin one after the other whether a match begins in them', () => {
    const texts = fc.array(fc.constantFrom('=>', 'x', '=', ' function ', '😀')).map((parts) => parts.join(''));
    const ranges = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 10 });
    fc.assert(
      fc.property(texts, ranges, (text, given) => {
        const next = new NextMatch(/=>|\bfunction\b/gu, text);
        for (const [start, length] of given.sort(([a], [b]) => a - b)) {
          const places = [...text.matchAll(/=>|\bfunction\b/gu)].map(({ index }) => index);

          expect(next.isWithin(start, start + length)).toBe(
            places.some((place) => place >= start && place < start + length),
          );
        }
      }),
    );
  });
});
