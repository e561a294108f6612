import { compareText } from './compare-text.js';

describe('compareText', () => {
  it('orders by code unit, whatever the locale', () => {
    expect(['ä', 'b', 'Z', 'a', '', 'a'].sort(compareText)).toEqual(['', 'Z', 'a', 'a', 'b', 'ä']);
    expect(compareText('a', 'a')).toBe(0);
  });
});
