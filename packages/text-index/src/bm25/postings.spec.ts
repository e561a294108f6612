import fc from 'fast-check';

import { postingsOf } from '../test-support/encoded-texts.js';
import { type Postings, meanLengthOf, rarityOf, rowOf, scoreWords } from './postings.js';

function postingsOfTexts(texts: readonly string[]): ReturnType<typeof postingsOf> {
  return postingsOf(texts.map((text) => (text === '' ? [] : text.split(' '))));
}

function normOf(postings: Postings): Parameters<typeof scoreWords>[2] {
  return { lengthPenalty: 0.7, meanLength: meanLengthOf(postings) };
}

describe('postingsOf', () => {
  it('lists the texts of each word, words sorted by code unit', () => {
    const postings = postingsOfTexts(['b a b', '', 'a Z']);
    const { words, starts, texts, counts, lengths } = postings;

    expect(words).toEqual(['Z', 'a', 'b']);
    expect(['Z', 'a', 'b', '', 'aa', 'c'].map((word) => rowOf(word, postings))).toEqual([0, 1, 2, -1, -1, -1]);
    expect([...starts]).toEqual([0, 1, 3, 4]);
    expect([...texts]).toEqual([2, 0, 2, 0]);
    expect([...counts]).toEqual([1, 1, 1, 2]);
    expect([...lengths]).toEqual([3, 0, 2]);
  });

  it('counts a word at most 65,535 times, and takes names of objects for words', () => {
    const often = Array.from({ length: 70_000 }, () => '__proto__');

    const { words, counts } = postingsOf([often, ['constructor']]);

    expect(words).toEqual(['__proto__', 'constructor']);
    expect([...counts]).toEqual([65_535, 1]);
  });
});

describe('rarityOf', () => {
  it('is the inverse document frequency', () => {
    const postings = postingsOfTexts(['a b', 'a', 'a c']);

    expect(rarityOf('a', postings)).toBeCloseTo(Math.log(1 + 0.5 / 3.5), 12);
    expect(rarityOf('b', postings)).toBeCloseTo(Math.log(1 + 2.5 / 1.5), 12);
    expect(rarityOf('nowhere', postings)).toBeCloseTo(Math.log(1 + 3.5 / 0.5), 12);
  });
});

describe('scoreWords', () => {
  it('is BM25 as a share of what a text could get at most', () => {
    const postings = postingsOfTexts(['a a b', 'b', 'c c c c c']);
    const rarities = new Map(['a', 'b'].map((word) => [word, rarityOf(word, postings)]));

    const scores = scoreWords(rarities, postings, normOf(postings));

    // By hand: k1 1.2, b 0.7, mean length 3; a in 1 of 3 texts, b in 2 of 3.
    const [a, b] = [Math.log(1 + 2.5 / 1.5), Math.log(1 + 1.5 / 2.5)];
    const maxScore = (a + b) * 2.2;
    expect(scores[0]).toBeCloseTo(((a * 2 * 2.2) / (2 + 1.2) + (b * 2.2) / (1 + 1.2)) / maxScore, 12);
    expect(scores[1]).toBeCloseTo((b * 2.2) / (1 + 1.2 * (0.3 + 0.7 / 3)) / maxScore, 12);
    expect(scores[2]).toBe(0);
  });

  it('is 0 to 1, and 0 without a word in common', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd', '__proto__');
    const text = fc.array(word, { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 10 }), fc.uniqueArray(word), (texts, query) => {
        const postings = postingsOf(texts);
        const rarities = new Map(query.map((one) => [one, rarityOf(one, postings)]));

        const scores = scoreWords(rarities, postings, normOf(postings));

        expect(scores).toHaveLength(texts.length);
        for (const [number, score] of scores.entries()) {
          const hasWord = query.some((one) => texts[number]?.includes(one));
          expect(hasWord ? score > 0 && score <= 1 : score === 0).toBe(true);
        }
      }),
    );
  });
});
