import fc from 'fast-check';

import { WordRows } from './word-vectors.js';

function rowsOf(words: readonly string[]): WordRows {
  return new WordRows(Buffer.from(words.join('\n')), words.length);
}

describe('WordRows', () => {
  it('finds each word of a list, and no other', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', '😀', '\ufffd'), maxLength: 5 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 60 }), fc.array(word), (words, others) => {
        const rows = rowsOf(words);

        expect([...words, ...others].map((one) => rows.rowOf(one))).toEqual(
          [...words, ...others].map((one) => words.indexOf(one)),
        );
      }),
    );
  });

  it('takes no part of a word, nor two words, for one', () => {
    const rows = rowsOf(['abc', 'd']);

    expect(['', 'a', 'ab', 'abc', 'bc', 'abc\nd', 'd', 'd\n'].map((word) => rows.rowOf(word))).toEqual([
      -1, -1, -1, 0, -1, -1, 1, -1,
    ]);
  });

  it('refuses a list that has more or fewer words than it says', () => {
    expect(() => new WordRows(Buffer.from('a\nb'), 1)).toThrow(RangeError);
    expect(() => new WordRows(Buffer.from('a\nb'), 3)).toThrow(RangeError);
  });
});
