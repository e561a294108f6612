import fc from 'fast-check';

import { splitAtLoneReturns, textBlocks } from './text-blocks.js';

describe('textBlocks', () => {
  it('in a row are the text, none empty and none too large', () => {
    const pieces = fc.constantFrom('\r', '\n', '\r\n', 'a', 'word ', '\u{1F600}', '\uD83D', '\uDE00', '\u2028');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const text = parts.join('');

        const blocks = textBlocks(text, { lines: 3, characters: 7 });

        expect(blocks.map((block) => block.text).join('')).toBe(text);
        for (const block of blocks) {
          expect(block.text.length).toBeGreaterThan(0);
          expect(block.text.length).toBeLessThanOrEqual(8);
          expect(block.lines).toBeLessThanOrEqual(3);
        }
      }),
    );
  });

  it('end after whole lines and know how many they hold', () => {
    const text = 'line\n'.repeat(450);

    expect(textBlocks(text).map(({ lines }) => lines)).toEqual([200, 200, 50]);
    expect(textBlocks('a\nb').map(({ lines }) => lines)).toEqual([2]);
    expect(textBlocks('')).toEqual([]);
  });

  it('cut an endless line between two characters', () => {
    const blocks = textBlocks('\u{1F600}'.repeat(50), { lines: 200, characters: 33 });

    expect(blocks.map((block) => block.text.length)).toEqual([34, 34, 32]);
  });
});

describe('splitAtLoneReturns', () => {
  it.each([
    ['a\nb\r\nc', ['a\nb\r\nc']],
    ['a\rb\r\nc\r\rd', ['a\r', 'b\r\nc\r', '\r', 'd']],
    ['a\r', ['a\r']],
    ['', ['']],
  ])('of %j gives %j', (text, pieces) => {
    expect(splitAtLoneReturns(text)).toEqual(pieces);
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('\r', '\n', 'a', '\u{1F600}')), (parts) => {
        expect(splitAtLoneReturns(parts.join('')).join('')).toBe(parts.join(''));
      }),
    );
  });
});
