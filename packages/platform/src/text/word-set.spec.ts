import * as fc from 'fast-check';
import { isSimilar, jaccardSimilarity, wordSet } from './word-set.js';

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
});
