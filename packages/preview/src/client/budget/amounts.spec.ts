import { durationText, scoreText, shareText, tokensText } from './amounts.js';

describe('tokensText', () => {
  it.each([
    [0, '0 tokens'],
    [1, '1 token'],
    [2_150, '2,150 tokens'],
    [1_234_567, '1,234,567 tokens'],
  ])('writes %d as %s', (tokens, text) => {
    expect(tokensText(tokens)).toBe(text);
  });
});

describe('shareText', () => {
  it.each([
    [0, '0 %'],
    [0.004, '<1 %'],
    [0.01, '1 %'],
    [5_234 / 8_000, '65 %'],
    [0.994, '99 %'],
    [0.9999, '99 %'],
    [1, '100 %'],
    [Number.NaN, '0 %'],
  ])('writes %d as %s', (share, text) => {
    expect(shareText(share)).toBe(text);
  });
});

describe('scoreText', () => {
  it('has two digits', () => {
    expect([scoreText(1), scoreText(0.816)]).toEqual(['1.00', '0.82']);
  });
});

describe('durationText', () => {
  it.each([
    [0.2, '<1 ms'],
    [18.4, '18 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [1_240, '1.2 s'],
  ])('writes %d as %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });
});
