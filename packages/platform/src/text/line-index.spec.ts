import fc from 'fast-check';

import { LineIndex } from './line-index.js';

const text = fc
  .array(fc.constantFrom('a', '😀', '\ud800', '\n', '\r', '\r\n', '\u2028', '\u0085', '\t', ''), { maxLength: 30 })
  .map((parts) => parts.join(''));

describe('LineIndex', () => {
  it('ends lines at LF, CR LF and a lone CR, and nowhere else', () => {
    fc.assert(
      fc.property(text, (content) => {
        const lines = new LineIndex(content);

        const found = Array.from({ length: lines.count }, (_, line) => lines.text(line));

        expect(found).toEqual(content.split(/\r\n|\r|\n/u));
      }),
    );
  });

  it('finds the way back from a position to its offset', () => {
    fc.assert(
      fc.property(text, fc.nat(40), (content, offset) => {
        const lines = new LineIndex(content);
        const isInLineEnd = content.slice(offset - 1, offset + 1) === '\r\n';
        const expected = Math.min(isInLineEnd ? offset - 1 : offset, content.length);

        expect(lines.offsetAt(lines.positionAt(offset))).toBe(expected);
      }),
    );
  });

  it('clamps what lies outside the document or its line', () => {
    const lines = new LineIndex('ab\r\ncd');

    expect([-5, Number.NaN, 0, 3, 99].map((offset) => lines.positionAt(offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 1 },
      { line: 1, column: 1 },
      { line: 1, column: 3 },
      { line: 2, column: 3 },
    ]);
    const positions = [
      { line: 1, column: 99 },
      { line: 1, column: -1 },
      { line: 0, column: 5 },
      { line: 9, column: 1 },
      { line: 2, column: 2 },
    ];
    expect(positions.map((position) => lines.offsetAt(position))).toEqual([2, 0, 0, 6, 5]);
  });
});
