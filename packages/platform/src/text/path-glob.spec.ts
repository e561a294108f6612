import { pathGlob } from './path-glob.js';

describe('pathGlob', () => {
  it.each([
    ['*.ts', ['a.ts', '.ts'], ['a/b.ts', 'a.tsx']],
    ['src/**', ['src/a', 'src/a/b'], ['src', 'srcs/a']],
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
    ['.*', ['.env'], ['a']],
    ['*.pem', ['a\nb.pem', '\u2028.pem', '\uD800.pem'], ['a.pem\n']],
    ['#a', ['#a'], []],
    ['!a', ['!a'], ['b']],
    ['@(a|b)', ['@(a|b)'], ['a']],
    ['{1..1000000}', ['1', '1000000'], ['0', '1000001']],
  ])('%j', (pattern, matching, others) => {
    const matches = pathGlob(pattern);

    expect(matching.filter((path) => !matches(path))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });

  it.each([
    '*a*a*a*a*a*a*a*a*b',
    '**/a/**/a/**/a/**/a/**/b',
    '?*?*?*?*?*?*b',
    '**/*a*a*b/**/*a*a*b/**/*a*a*b',
    '{'.repeat(999),
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
