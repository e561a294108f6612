import fc from 'fast-check';
import picomatch from 'picomatch';

import { pathGlob } from './path-glob.js';

describe('pathGlob', () => {
  it.each([
    ['*.ts', ['a.ts', '.ts'], ['a/b.ts', 'a.tsx']],
    ['src/**', ['src/a', 'src/a/b'], ['srcs/a']],
    ['**/a.ts', ['a.ts', 'x/a.ts', 'x/y/a.ts'], ['x/ba.ts']],
    ['src/**/a.ts', ['src/a.ts', 'src/x/y/a.ts'], ['a.ts', 'src/x/a.tsx']],
    ['?.md', ['a.md', '😀.md'], ['.md', 'ab.md', '/.md']],
    ['[a-c]?.[!x]', ['ab.y', 'cc.z'], ['db.y', 'ab.x']],
    ['*.{ts,tsx}', ['a.ts', 'a.tsx'], ['a.js', 'a.{ts,tsx}']],
    ['{a,b/{c,d}}.md', ['a.md', 'b/c.md', 'b/d.md'], ['b.md', 'c.md']],
    ['a\\*b', ['a*b'], ['axb']],
    ['(a+)+', ['(a+)+'], ['aa']],
    ['[', ['['], ['a']],
    ['$&{x,y}', ['$&x', '$&y'], ['$&']],
    ['.*', ['.env', '.'], ['a']],
  ])('%j', (pattern, matching, others) => {
    const matches = pathGlob(pattern);

    expect(matching.filter((path) => !matches(path))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });

  it('agrees with a library about what the signs mean', () => {
    const pattern = fc.array(fc.constantFrom('a', 'b', '*', '?', '/', '**/'), { minLength: 1, maxLength: 6 });
    const path = fc.array(fc.constantFrom('a', 'b', 'ab', 'c'), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(pattern, path, (signs, names) => {
        const glob = signs
          .join('')
          .replaceAll(/\/+/gu, '/')
          .replaceAll(/^\/|\/$/gu, '');
        // A run of stars beside other signs means something else to the library.
        fc.pre(glob !== '' && !/\*\*(?!\/|$)|[^/]\*\*|\*\*$/u.test(glob));
        const expected = picomatch(glob, { dot: true, noextglob: true })(names.join('/'));

        expect(pathGlob(glob)(names.join('/'))).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '*a*a*a*a*a*a*a*a*b',
    '**/a/**/a/**/a/**/a/**/b',
    '?*?*?*?*?*?*b',
    '{a,aa}*{a,aa}*{a,aa}*b',
    '*'.repeat(900),
  ])('is not slowed down by %j', (pattern) => {
    const matches = pathGlob(pattern);

    expect([matches('a'.repeat(4_000)), matches(`${'a/'.repeat(2_000)}a`)]).toHaveLength(2);
  });

  it.each([['a'.repeat(1_001)], ['{a,b}'.repeat(8)]])('refuses a pattern that is too much: %#', (pattern) => {
    expect(() => pathGlob(pattern)).toThrow('Use a shorter one, or several.');
  });
});
