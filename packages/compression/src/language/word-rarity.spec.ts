import { WordRarity, termsOf } from './word-rarity.js';

describe('WordRarity', () => {
  it('tells much of rare words, little of frequent ones, nothing of fillers', async () => {
    const rarity = await WordRarity.load();
    const of = (text: string): number => rarity.of(termsOf(text)[0] ?? text);

    expect(of('hey')).toBe(0);
    expect(of('government')).toBeLessThan(0.5);
    expect(of('government')).toBeLessThan(of('pottery'));
    expect(of('pottery')).toBeLessThan(of('kubernetes'));
    expect([of('kubernetes'), of('5432')]).toEqual([1, 1]);
    expect(of('d41d8cd98f00b204e9800998ecf8427e')).toBeLessThan(0.3);
    expect(of('漢字')).toBeLessThan(0.5);
  });
});

describe('termsOf', () => {
  it.each([
    ["don't we'll it’s", []],
    ["Anna's don’t", ['anna']],
    ["rock 'n' roll", ['rock', 'roll']],
  ])('reads short forms: %j', (text, terms) => {
    expect(termsOf(text).filter((term) => !['do', 'we', 'll'].includes(term))).toEqual(terms);
  });
});
