import * as fc from 'fast-check';
import { isSimilar, isSubset, jaccardSimilarity, unionOf, wordSet } from './word-set.js';

const similarity = (left: string, right: string): number => jaccardSimilarity(wordSet(left), wordSet(right));

describe('jaccardSimilarity', () => {
  it.each([
    ['hello world', 'hello world', 1],
    ['hello world', 'goodbye world', 1 / 3],
    ['hello world', 'completely different', 0],
  ])('DES-072c §9: %j and %j', (left, right, expected) => {
    expect(similarity(left, right)).toBeCloseTo(expected, 10);
  });

  it('DES-072c §9: is zero with an empty text', () => {
    expect(similarity('', 'hello')).toBe(0);
    expect(similarity('', '')).toBe(0);
  });

  it('ignores case, punctuation, order, repetition, short words and the kind of white space', () => {
    expect(similarity('The quick, brown FOX!', 'fox\tfox\u3000brown\n(quick) the of')).toBe(1);
  });

  it('compares scripts without spaces by trigrams', () => {
    expect(similarity('全文検索エンジンの設計', '全文検索エンジンの設計')).toBe(1);
    expect(similarity('全文検索エンジンの設計', '全文検索エンジンの実装')).toBeGreaterThan(0.4);
    expect(similarity('全文検索エンジンの設計', '今日は天気がいいですね')).toBe(0);
    expect(similarity('全文检索引擎的设计', '全文检索引擎的实现')).toBeGreaterThan(0.4);
    expect(similarity('การค้นหาข้อความเต็ม', 'การค้นหาข้อความยาว')).toBeGreaterThan(0.4);
  });

  it('folds the case of letters beyond ASCII and keeps their marks', () => {
    expect(similarity('ÉCOLE Straße', 'école straße')).toBe(1);
    expect(similarity('école', 'ecole')).toBe(0);
  });

  it('is symmetric, between 0 and 1, and 1 for a text with words against itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (left, right) => {
        const value = similarity(left, right);
        expect(value).toBe(similarity(right, left));
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(similarity(left, left)).toBe(wordSet(left).size === 0 ? 0 : 1);
      }),
    );
  });

  it('isSimilar agrees with the similarity', () => {
    const text = fc
      .array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon'))
      .map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, fc.double({ min: 0.01, max: 1, noNaN: true }), (left, right, threshold) => {
        expect(isSimilar(wordSet(left), wordSet(right), threshold)).toBe(similarity(left, right) >= threshold);
      }),
    );
  });

  it('isSubset knows whether a text has all words of another', () => {
    expect(isSubset(wordSet('brown fox'), wordSet('The quick brown fox'))).toBe(true);
    expect(isSubset(wordSet('brown bear'), wordSet('The quick brown fox'))).toBe(false);
    expect(isSubset(wordSet(''), wordSet('fox'))).toBe(true);
    expect(isSubset(wordSet('one two three'), wordSet('one two'))).toBe(false);
  });

  it('unionOf gives the words of texts as if they were one', () => {
    const text = fc.string({ unit: fc.constantFrom('ab', 'cde', 'é', '日本語', ' ', '.', 'fgh1') });
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const together = wordSet(texts.join('\n'));
        const union = unionOf(texts.map(wordSet));

        expect(union.size).toBe(together.size);
        expect(jaccardSimilarity(union, together)).toBe(together.size === 0 ? 0 : 1);
      }),
    );
  });

  it('holds many words', () => {
    const many = wordSet(Array.from({ length: 20_000 }, (_unused, index) => `word${index}`).join(' '));

    expect(many.size).toBe(20_000);
    expect(new Set(many.words).size).toBe(20_000);
    expect(isSubset(wordSet('word19999 word0'), many)).toBe(true);
  });

  it('holds many words in time that grows with them, although their hashes end alike', () => {
    // As somebody may choose them: the last bits of a hash have 512 values, and there are 1,024 words of each.
    const words = Array.from({ length: 1 << 19 }, (_unused, index) => ((index >> 9) << 20) | (index & 511));
    const chosen = { words, size: words.length, has: (word: number) => words.includes(word) };

    const union = unionOf([chosen, chosen]);

    expect(union.size).toBe(words.length);
    expect(union.has(words[1_000]!)).toBe(true);
    expect(union.has(512)).toBe(false);
  });
});
