import fc from 'fast-check';

import { tokenSyntaxOf } from './token-syntax.js';
import { type CodeToken, tokenize } from './tokenize.js';

describe('tokenize', () => {
  const syntax = tokenSyntaxOf('typescript')!;

  /** Texts of all tokens but strings, of which it is said that they are there. */
  const textsOf = (content: string): readonly string[] =>
    tokenize(content, syntax).map(({ kind, text }: CodeToken) => (kind === 'string' ? `<${text}>` : text));

  it.each([
    ['a slash in a class', String.raw`x = /[/]a/gi.test(y)`],
    ['an escaped slash', String.raw`x = /\/a\//.test(y)`],
    ['an escaped bracket', String.raw`x = /\[a/.test(y)`],
    ['an escaped bracket in a class', String.raw`x = /[\]/]/.test(y)`],
    ['a bracket that closes nothing', 'x = /a]/.test(y)'],
  ])('takes a regular expression for one token: with %s', (_what, content) => {
    expect(textsOf(content)).toEqual(['x', '=', '<>', '.', 'test', '(', 'y', ')']);
  });

  it.each([
    ['does not end on its line', 'x = /a\n/b'],
    ['ends with an escaped line end', 'x = /a\\\n/b'],
    ['has a class that does not end', 'x = /[a/\n'],
  ])('takes no regular expression for one that %s', (_what, content) => {
    expect(textsOf(content)).not.toContain('<>');
  });

  it('finds regular expressions as their grammar does, whatever is before them', () => {
    const literal = /\/(?![*/])(?:[^\\/[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\/[a-z]*/uy;
    const text = fc.array(fc.constantFrom('=', '/', '[', ']', '\\', '\n', 'a', '('), { maxLength: 40 });
    fc.assert(
      fc.property(text, (parts) => {
        const content = parts.join('');
        const strings = tokenize(content, syntax).filter(({ kind, text: own }) => kind === 'string' && own === '');

        for (const { start } of strings) {
          literal.lastIndex = start;
          expect(literal.test(content)).toBe(true);
        }
        for (const { start } of tokenize(content, syntax).filter(({ text: own }) => own === '=')) {
          literal.lastIndex = start + 1;
          expect(strings.some((one) => one.start === start + 1)).toBe(literal.test(content));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['classes that do not end', '/[('],
    ['slashes and brackets', '/[(]/[('],
    ['escapes', '/[\\('],
  ])('takes time in proportion to a line of %s', (_what, part) => {
    const content = `export const a = <p>${part.repeat(300_000)}</p>;\n`;

    expect(tokenize(content, syntax).length).toBeGreaterThan(10);
  });
});
