import { isUncommitted } from './workspace-files.js';

describe('isUncommitted', () => {
  const uncommitted = new Set(['changed.ts', 'out/', 'part/new/']);

  it.each(['changed.ts', 'out/a.js', 'out/deep/b.js', 'part/new/c.ts'])('names %s', (path) => {
    expect(isUncommitted(path, { uncommitted })).toBe(true);
  });

  it.each(['other.ts', 'part/changed.ts', 'outer/a.js', 'part/newer/c.ts', 'out'])('does not name %s', (path) => {
    expect(isUncommitted(path, { uncommitted })).toBe(false);
  });
});
