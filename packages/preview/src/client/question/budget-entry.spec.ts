import { budgetEntry } from './budget-entry.js';

describe('budgetEntry', () => {
  it.each([
    ['8000', 8_000],
    [' 12,500 ', 12_500],
    ['12 500', 12_500],
    ['1', 1],
    ['', 'agent'],
    ['  ', 'agent'],
    ['0', 'invalid'],
    ['-5', 'invalid'],
    ['12.5', 'invalid'],
    ['many', 'invalid'],
    ['1e999', 'invalid'],
  ])('takes %j for %s', (text, entry) => {
    expect(budgetEntry(text)).toBe(entry);
  });
});
