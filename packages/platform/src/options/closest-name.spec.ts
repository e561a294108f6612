import { findClosestName } from './closest-name.js';

describe('findClosestName', () => {
  const known = ['total', 'response_reserve', 'system_reserve', 'rag'];

  it.each([
    ['totl', 'total'],
    ['Total', 'total'],
    ['reponse_reserve', 'response_reserve'],
    ['system-reserve', 'system_reserve'],
    ['rga', undefined],
    ['rg', 'rag'],
    ['colour', undefined],
    ['', undefined],
    ['total'.repeat(20), undefined],
  ])('%s: %s', (name, meant) => {
    expect(findClosestName(name, known)).toBe(meant);
  });
});
