import { compileDenyPatterns, denyPatternProblem } from './deny-patterns.js';

describe('deny patterns', () => {
  it.each([
    ['/internal/**', ['internal', 'internal/x/y.md'], ['docs/internal/x.md']],
    ['internal/**/', ['internal', 'INTERNAL/x'], ['internals']],
    ['[!a-x].md', ['z.md', 'docs/y.md'], ['b.md', 'zz.md']],
    ['*.pem', ['a\nb.pem', '.pem', 'x.PEM/y'], ['pem']],
    ['a/{b,c/*}.md', ['a/b.md', 'a/c/d.md'], ['b.md', 'a/c.md']],
  ])('%j', (pattern, denied, allowed) => {
    const matches = compileDenyPatterns([pattern]);

    expect(denied.filter((path) => matches(path) !== pattern)).toEqual([]);
    expect(allowed.filter((path) => matches(path) !== undefined)).toEqual([]);
  });

  it('refuses a pattern that stands for too many', () => {
    expect(denyPatternProblem('{a,b}'.repeat(9))).toContain('stands for too many patterns; split it');
    expect(denyPatternProblem('{a,b}'.repeat(6))).toBeUndefined();
  });

  it.each(['**/a/**/a/**/b', '**/*a*a*b/**/*a*a*b'])('is not held up by %j and a path made for it', (pattern) => {
    const matches = compileDenyPatterns([pattern]);

    expect(denyPatternProblem(pattern)).toBeUndefined();
    expect(matches('a/'.repeat(1_000))).toBeUndefined();
    expect(matches(`${'a'.repeat(255)}/`.repeat(15))).toBeUndefined();
  });
});
