import { relativeInside } from './relative-inside.js';

describe('relativeInside', () => {
  it.each([
    ['/work/src/a.ts', 'src/a.ts'],
    ['/work/..notes/a.md', '..notes/a.md'],
    ['/work/...', '...'],
    ['/work', ''],
    ['/work/', ''],
    ['/work/src/../a.ts', 'a.ts'],
    ['/work-evil/a.ts', undefined],
    ['/work/../a.ts', undefined],
    ['/', undefined],
  ])('has %s inside /work as %s', (path, inside) => {
    expect(relativeInside('/work', path)).toBe(inside);
  });
});
