import { type CaseStyle, keepsCase } from './check-capitalization.js';

const base: CaseStyle = { kind: 'sentence', isChicago: false, indicators: [':'], threshold: 0.8 };
const keeps = (text: string, style: Partial<CaseStyle>): boolean => keepsCase(text, { ...base, ...style }, () => false);

describe('keepsCase', () => {
  it.each([
    ['Install the package', true],
    ['Install The Package', false],
    ['install the package', false],
    ['Use GitHub and the API with iPhone', true],
    ['Step one: Begin here', true],
    ['What I did', true],
    ['Élan and esprit', true],
    ['élan and esprit', false],
    ['2 ways to begin', true],
    ['入門', true],
    ['…', true],
  ])('sentence case: %s is %s', (text, expected) => {
    expect(keeps(text, { kind: 'sentence' })).toBe(expected);
  });

  it.each([
    ['The Lord of the Rings', true, false],
    ['The lord of the rings', false, false],
    ['A Walk Through the Park', true, false],
    ['A Walk through the Park', true, true],
    ['A Tale Of An And', false, false],
    ['Turn It On', true, false],
  ])('title case: %s is %s (Chicago: %s)', (text, expected, isChicago) => {
    expect(keeps(text, { kind: 'title', isChicago, threshold: 1 })).toBe(expected);
  });

  it('takes time in proportion to a word of many marks', () => {
    expect(keeps(`The ${'a!'.repeat(2)}${'!'.repeat(500_000)}a End`, { kind: 'title', threshold: 0.6 })).toBe(true);
  });

  it('knows lower and upper case', () => {
    expect([keeps('all small', { kind: 'lower' }), keeps('Not small', { kind: 'lower' })]).toEqual([true, false]);
    expect([keeps('ALL BIG', { kind: 'upper' }), keeps('Not BIG', { kind: 'upper' })]).toEqual([true, false]);
  });

  it('excuses words, and lets some be wrong below the threshold', () => {
    expect(keepsCase('Use the Cloud', base, ({ 0: word }) => word === 'Cloud')).toBe(true);
    expect(keeps('One two three four Five', { threshold: 0.8 })).toBe(true);
    expect(keeps('One two three Four Five', { threshold: 0.8 })).toBe(false);
  });
});
