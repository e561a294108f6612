import fc from 'fast-check';

import { fitText, widthOf } from './cell-width.js';
import { lineOf, spread, widthOfLine } from './terminal-line.js';
import { wrapText } from './wrap-text.js';

const texts = fc.string({
  unit: fc.constantFrom('a', 'word ', ' ', '漢', '😀', 'e\u0301', '\n', '\r\n', '\t', '\u001b[31m', '\ud800', '\u202e'),
});

describe('widths', () => {
  it.each([
    ['plain', 5],
    ['漢字', 4],
    ['é e\u0301', 3],
    ['😀', 2],
    ['\u200bＡ', 2],
  ])('%j takes %d columns', (text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });

  it('fitting text says that something is missing', () => {
    expect([fitText('short', 5), fitText('longer', 5), fitText('漢字漢字', 4), fitText('any', 0)]).toEqual([
      'short',
      'long…',
      '漢…',
      '',
    ]);
  });
});

describe('wrapText', () => {
  it('cuts at spaces where there are any', () => {
    expect(wrapText('one two three\n\nabcdefghij', 7)).toEqual(['one two', 'three', '', 'abcdefg', 'hij']);
  });

  it('loses nothing but the spaces at which it cuts, fits, and holds nothing that a terminal obeys', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 12 }), (text, columns) => {
        const lines = wrapText(text, columns);

        expect(lines.every((line) => widthOf(line) <= columns)).toBe(true);

        expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/u);
        expect(lines.join('').replaceAll(' ', '')).toBe(wrapText(text, 1_000_000).join('').replaceAll(' ', ''));
      }),
    );
  });

  it('takes time in step with the length of a line', () => {
    expect(wrapText('漢'.repeat(20_000), 40)).toHaveLength(1_000);
    expect(wrapText('a'.repeat(200_000), 40)).toHaveLength(5_000);
  });
});

describe('spread', () => {
  it('is as wide as the screen, and the left side gives way', () => {
    const line = spread(lineOf('A rather long name of a source'), lineOf('1,234'), 20);

    expect(line.map(({ text }) => text).join('')).toBe('A rather long… 1,234');
    expect(widthOfLine(spread(lineOf('a'), lineOf('1'), 20))).toBe(20);
  });

  it('shows what a terminal would obey, on one line', () => {
    expect(lineOf('a\n\u001b]0;title\u0007b')).toEqual([{ text: 'a \\x1b]0;title\\x07b' }]);
  });
});
