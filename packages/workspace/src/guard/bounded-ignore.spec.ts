import fc from 'fast-check';
import ignore from 'ignore';

import { BoundedIgnore } from './bounded-ignore.js';

const names = fc.stringMatching(/^[aAbc.]{1,4}$/u);
const patternNames = fc.oneof(names, fc.stringMatching(/^[ab*?]{1,5}$/u), fc.constant('**'));
const patterns = fc
  .tuple(
    fc.constantFrom('', '/'),
    fc.array(patternNames, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', '/', '/**'),
  )
  .map(([start, parts, end]) => `${start}${parts.join('/')}${end}`);
const paths = fc
  .array(
    names.filter((name) => !/^\.+$/u.test(name)),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join('/'));

/** More than all that is matched exactly. */
const costly = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => `**/*a*a*b${number}/**/*a*a*b/**/target${number}.md`);

describe('BoundedIgnore', () => {
  it('matches as git does what people write', () => {
    const rules = BoundedIgnore.parse('\uFEFF# build\n*.log\r\nbuild/\n/top.txt\n!keep.log\n');

    expect(['a.log', 'x/keep.log', 'build/', 'top.txt', 'x/top.txt'].map((path) => rules?.test(path))).toEqual([
      'ignored',
      'unignored',
      'ignored',
      'ignored',
      'unnamed',
    ]);
    expect(rules?.broadened).toEqual([]);
    expect(BoundedIgnore.parse('\n# nothing\n  \n')).toBeUndefined();
  });

  it('has a bound on what is matched, however many lines there are, and knows the others by their last name', () => {
    const lines = costly(20_000);
    const rules = BoundedIgnore.parse(lines.join('\n'));

    expect(lines.length - (rules?.broadened.length ?? 0)).toBeLessThan(100);
    expect(rules?.broadened[0]).toBe(lines[lines.length - (rules?.broadened.length ?? 0)]);
    expect(rules?.test('docs/target19999.md')).toBe('ignored');
    expect(rules?.test('docs/target19999.md/below.ts')).toBe('ignored');
    expect(rules?.test('docs/other.md')).toBe('unnamed');
  });

  it('keeps thousands of lines without a star exact', () => {
    const lines = Array.from({ length: 4_000 }, (_, number) => `/packages/p${number}/dist/bundle.js`);
    const rules = BoundedIgnore.parse(lines.join('\n'));

    expect(rules?.broadened).toEqual([]);
    expect([rules?.test('packages/p3999/dist/bundle.js'), rules?.test('dist/bundle.js')]).toEqual([
      'ignored',
      'unnamed',
    ]);
  });

  it('rules out at least what the lines rule out, in any order of any size', () => {
    fc.assert(
      fc.property(fc.array(patterns, { maxLength: 6 }), fc.boolean(), paths, (lines, isLong, path) => {
        const content = [...(isLong ? costly(300) : []), ...lines];
        const full = ignore().add(content).ignores(path);
        const bounded = BoundedIgnore.parse(content.join('\n'))?.test(path) === 'ignored';
        if (full) expect(bounded).toBe(true);
        if (!isLong && BoundedIgnore.parse(content.join('\n'))?.broadened.length === 0) expect(bounded).toBe(full);
      }),
    );
  });

  it('lets no line above the bound take a rule back', () => {
    const rules = BoundedIgnore.parse(['secret.md', ...costly(300), '!secret.md'].join('\n'));

    expect(rules?.test('secret.md')).toBe('ignored');
  });
});
