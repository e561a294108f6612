import type { PastCommit } from '@lexichord/abstractions';

import { changedTogether } from './changed-together.js';

describe('changedTogether', () => {
  const commits = (...files: readonly (readonly string[])[]): readonly PastCommit[] =>
    files.map((own, index) => ({ id: `${index}`, timeMs: index, message: 'Change', files: own }));

  it('names files of at least three commits and three in ten, those with the largest share first', () => {
    const past = commits(
      ...Array.from({ length: 4 }, () => ['a.ts', 'always.ts']),
      ...Array.from({ length: 3 }, () => ['a.ts', 'often.ts']),
      ...Array.from({ length: 2 }, () => ['a.ts', 'rare.ts']),
      ['b.ts', 'other.ts'],
    );

    expect(changedTogether(past, new Set(['a.ts', 'b.ts']))).toEqual([
      { path: 'always.ts', with: 'a.ts', commits: 4, ofCommits: 9 },
      { path: 'often.ts', with: 'a.ts', commits: 3, ofCommits: 9 },
    ]);
  });

  it('names no file that is in the change, and none by chance', () => {
    const past = commits(
      ...Array.from({ length: 5 }, () => ['a.ts', 'b.ts']),
      ...Array.from({ length: 12 }, () => ['a.ts']),
      ...Array.from({ length: 3 }, () => ['a.ts', 'c.ts']),
    );

    expect(changedTogether(past, new Set(['a.ts', 'b.ts']))).toEqual([]);
  });

  it('names each file once, with the changed file of which it is told most', () => {
    const past = commits(
      ...Array.from({ length: 3 }, () => ['a.ts', 'b.ts', 'x.ts']),
      ...Array.from({ length: 3 }, () => ['a.ts']),
    );

    expect(changedTogether(past, new Set(['a.ts', 'b.ts']))).toEqual([
      { path: 'x.ts', with: 'b.ts', commits: 3, ofCommits: 3 },
    ]);
  });
});
