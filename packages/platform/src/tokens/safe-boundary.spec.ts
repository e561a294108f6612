import { tokenEncodings } from '@lexichord/abstractions';
import fc from 'fast-check';
import { BytePairEncoder } from './byte-pair-encoder.js';

const unit = fc.constantFrom(
  ...[
    'a',
    'B',
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\t',
    '/',
    '//',
    '!',
    "'s",
    "'",
    '1',
    '中',
    'é',
    '\u0301',
    '😀',
    '\u0085',
    '\u00a0',
    ';',
    '\ud800',
  ],
);
const text = fc.array(unit, { maxLength: 24 }).map((units) => units.join(''));

describe.each(tokenEncodings)('SafeBoundaries of %s', (encoding) => {
  const encoder = new BytePairEncoder(encoding);

  it('says safe only where the tokens of the parts are the tokens of the whole', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(encoder.boundaries.isSafe(before + after, before.length));
        expect(encoder.count(before) + encoder.count(after)).toBe(encoder.count(before + after));
      }),
      { numRuns: 3000 },
    );
  });

  it('finds nearly every line start of ordinary code safe', () => {
    const lines = ['import a from "a";', '', '// one', '// two', 'export class B {', '  c = 1;', '}', 'const d = 2;'];
    const code = `${lines.join('\n')}\n`;

    const starts = [...code.matchAll(/\n/g)].map(({ index }) => index + 1);
    const safe = starts.filter((offset) => encoder.boundaries.isSafe(code, offset));

    expect(safe.length).toBeGreaterThanOrEqual(starts.length - 2);
  });

  it('does not call a place safe that only looks like a line start', () => {
    expect(encoder.boundaries.isSafe('a\n\nb', 2)).toBe(false);
    expect(encoder.boundaries.isSafe(`;\n${' '.repeat(300)}x`, 2)).toBe(false);
    expect(encoder.boundaries.isSafe(';\n//', 2)).toBe(encoding === 'cl100k_base');
  });
});
