import { distance as editDistance } from 'fastest-levenshtein';
import fc from 'fast-check';

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

  it('finds what comparing every name finds', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'İ', '_'), maxLength: 12 });
    fc.assert(
      fc.property(name, fc.array(name), (asked, names) => {
        const compared = names
          .map((one) => ({ one, distance: editDistance(asked.toLowerCase(), one.toLowerCase()) }))
          .filter(({ one, distance }) => distance <= Math.max(1, Math.floor(one.length / 3)));
        const minDistance = Math.min(...compared.map(({ distance }) => distance));

        expect(findClosestName(asked, names)).toBe(compared.find(({ distance }) => distance === minDistance)?.one);
      }),
    );
  });
});
