import { LineIndex } from '@lexichord/platform/internal';
import fc from 'fast-check';

import { placeWithin, positionOf, startOfLine } from './document-place.js';

const texts = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n', '\u2028', '😀', '\u0085') });

describe('placeWithin', () => {
  it.each([
    [-3, 0],
    [2.9, 2],
    [99, 5],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 5],
    [4, 3],
  ])('%d is %d in a text of five units that ends in a pair', (offset, expected) => {
    expect(placeWithin('abc😀', { anchor: offset, head: offset })).toEqual({ anchor: expected, head: expected });
  });

  it('leaves lone surrogates alone', () => {
    expect(placeWithin('\udc00\udc00\ud800', { anchor: 1, head: 2 })).toEqual({ anchor: 1, head: 2 });
  });

  it('is always a place of the text, and stays where it is', () => {
    fc.assert(
      fc.property(texts, fc.double(), fc.integer({ min: -5, max: 50 }), (text, anchor, head) => {
        const place = placeWithin(text, { anchor, head });

        for (const offset of [place.anchor, place.head]) {
          expect(Number.isInteger(offset) && offset >= 0 && offset <= text.length).toBe(true);
          expect(text.slice(0, offset)).not.toMatch(/\p{Surrogate}/u);
        }
        expect(placeWithin(text, place)).toEqual(place);
      }),
    );
  });
});

describe('lines and columns', () => {
  it('are those of the command line', () => {
    fc.assert(
      fc.property(texts, fc.nat({ max: 40 }), (text, offset) => {
        const within = Math.min(offset, text.length);

        expect(positionOf(text, within)).toEqual(new LineIndex(text).positionAt(within));
      }),
    );
  });

  it('begin where the command line says, at most at the last one', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (text, line) => {
        const index = new LineIndex(text);

        expect(startOfLine(text, line)).toBe(index.start(Math.min(line, index.count) - 1));
      }),
    );
  });
});
