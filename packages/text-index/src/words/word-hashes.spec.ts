import fc from 'fast-check';

import { hasWord, wordHashes } from './word-hashes.js';

describe('wordHashes', () => {
  it('has the words that it was made of, and no others', () => {
    const words = fc.array(fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(words, words, (given, others) => {
        const hashes = wordHashes(given);

        expect([...given, ...others].map((word) => hasWord(hashes, word))).toEqual(
          [...given, ...others].map((word) => given.includes(word)),
        );
      }),
    );
  });

  it('has every word once, in ascending order', () => {
    expect(wordHashes(['a', 'b', 'a'])).toEqual(Uint32Array.of(0xe40c292c, 0xe70c2de5));
    expect(hasWord(wordHashes([]), '')).toBe(false);
  });
});
