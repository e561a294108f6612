import type { LineRange } from '@lexichord/abstractions';

import { touchedDefinitions } from './touched-definitions.js';

interface Named extends LineRange {
  readonly name: string;
}

const definitions: readonly Named[] = [
  { name: 'class', startLine: 2, endLine: 12 },
  { name: 'first', startLine: 4, endLine: 6 },
  { name: 'second', startLine: 8, endLine: 11 },
  { name: 'inner', startLine: 9, endLine: 10 },
  { name: 'a', startLine: 14, endLine: 14 },
  { name: 'b', startLine: 14, endLine: 14 },
];

describe('touchedDefinitions', () => {
  const touched = (...hunks: readonly (readonly [afterStart: number, afterCount: number])[]): readonly string[] =>
    [
      ...touchedDefinitions(definitions, {
        hunks: hunks.map(([afterStart, afterCount]) => ({ beforeStart: 1, beforeCount: 1, afterStart, afterCount })),
      }),
    ].map(({ name }) => name);

  it.each([
    ['outside of all', [[1, 1]], []],
    ['between two parts of a class', [[7, 1]], ['class']],
    ['in a part', [[5, 1]], ['first']],
    ['in a part of a part', [[9, 2]], ['inner']],
    ['in a part, around its own part', [[8, 4]], ['inner', 'second']],
    [
      'in two, by two hunks',
      [
        [5, 1],
        [11, 1],
      ],
      ['first', 'second'],
    ],
    ['that two definitions share', [[14, 1]], ['a', 'b']],
    ['that were removed in a part', [[5, 0]], ['first']],
    ['that were removed where a part ends', [[7, 0]], ['class']],
    ['that were removed before everything', [[2, 0]], []],
  ] as const)('finds whose own lines are changed: lines %s', (_where, hunks, names) => {
    expect(touched(...hunks).toSorted()).toEqual(names);
  });

  it('finds all of very many in a file of which every line is changed', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ startLine: 4 * index + 1, endLine: 4 * index + 3 }));
    const hunks = [{ beforeStart: 1, beforeCount: 400_000, afterStart: 1, afterCount: 400_000 }];

    expect(touchedDefinitions(many, { hunks }).size).toBe(100_000);
  });
});
