import { countOf, formatCount } from './number-text.js';

describe('numbers for people', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567.5, '1,234,568'],
    [-12_345, '-12,345'],
  ])('%d is %s', (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  it('have their noun in the right number', () => {
    expect([0, 1, 2_150].map((count) => countOf(count, 'token'))).toEqual(['0 tokens', '1 token', '2,150 tokens']);
  });
});
