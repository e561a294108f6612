import { groupBy } from './group-by.js';

describe('groupBy', () => {
  it('keeps the order of groups and of what is in them, also under names of objects', () => {
    const words = ['b1', 'a1', '__proto__', 'b2', 'a2'];

    expect([...groupBy(words, (word) => word.replace(/\d$/u, ''))]).toEqual([
      ['b', ['b1', 'b2']],
      ['a', ['a1', 'a2']],
      ['__proto__', ['__proto__']],
    ]);
    expect(groupBy([], String).size).toBe(0);
  });
});
