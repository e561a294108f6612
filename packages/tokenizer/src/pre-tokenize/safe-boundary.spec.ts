import { tokenEncodings } from '@lexichord/abstractions';
import fc from 'fast-check';
import { BytePairEncoder } from '../byte-pair-encoder.js';

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
    'l',
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

  it('finds a safe place at or right before nearly every line start of ordinary code', () => {
    const lines = ['import a from "a";', '', '// one', '// two', 'export class B {', '  c = 1;', '}', 'const d = 2;'];
    const code = `${lines.join('\n')}\n`;

    const starts = [...code.matchAll(/\n/g)].map(({ index }) => index + 1);
    const near = starts.map((start) => encoder.boundaries.nearLineStart(code, start));

    expect(near.filter((offset) => offset !== undefined).length).toBeGreaterThanOrEqual(starts.length - 2);
    near.forEach((offset, line) => {
      if (offset === undefined) return;
      expect(encoder.boundaries.isSafe(code, offset)).toBe(true);
      expect(code.slice(offset, starts[line]).trim()).toBe('');
    });
  });

  it('does not call a place safe that only looks like a line start', () => {
    expect(encoder.boundaries.isSafe('a\n\nb', 2)).toBe(false);
    expect(encoder.boundaries.isSafe(`;\n${' '.repeat(300)}x`, 2)).toBe(false);
    expect(encoder.boundaries.isSafe(';\n//', 2)).toBe(encoding !== 'o200k_base');
  });
  it('looks for the last change of class no further than it is told', () => {
    expect(encoder.boundaries.lastWithin('one two three', 0, 9)).toBe(7);
    expect(encoder.boundaries.lastWithin('one two three', 7, 9)).toBeUndefined();
    expect(encoder.boundaries.lastWithin('one two three', 7, 13)).toBe(13);
  });
});

describe.each(['p50k_base', 'r50k_base', 'gpt2'] as const)('SafeBoundaries of %s', (encoding) => {
  const { boundaries } = new BytePairEncoder(encoding);

  it('takes the end of a line where the next is blank or indented', () => {
    const code = 'if (a) {\r\n    b();\n\n  c\nd';
    const starts = [...code.matchAll(/\n/g)].map(({ index }) => index + 1);

    expect(starts.map((start) => boundaries.nearLineStart(code, start))).toEqual([8, 18, undefined, 24]);
  });

  it('keeps the apostrophe of what may be a contraction with its letters', () => {
    expect([boundaries.isSafe("it's", 2), boundaries.isSafe("it's", 3), boundaries.isSafe("it'1", 3)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
