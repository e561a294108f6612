import { ErrorCode, tokenEncodings } from '@lexichord/abstractions';
import fc from 'fast-check';
import { BpeTokenCounter } from './bpe-token-counter.js';

const line = fc.constantFrom(
  ...[
    '',
    '  ',
    '// note',
    '/',
    'const a = 1;',
    '\tif (x) {',
    '}',
    'plain words here',
    '中文。',
    "it's",
    '😀',
    '  // x',
    'a\u0301',
    '#',
  ],
);
const text = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'));
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe.each(tokenEncodings)('TokenIndex of %s', (encoding) => {
  const counter = new BpeTokenCounter({ encoding });

  it('counts any range as the counter counts its text', () => {
    fc.assert(
      fc.property(text, share, share, (content, a, b) => {
        const index = counter.indexText(content);
        const [start, end] = [Math.floor(Math.min(a, b) * content.length), Math.floor(Math.max(a, b) * content.length)];

        expect(index.totalTokens).toBe(counter.countTokens(content));
        expect(index.countRange(start, end)).toBe(counter.countTokens(content.slice(start, end)));
      }),
      { numRuns: 400 },
    );
  });

  it('counts any lines as the counter counts their text', () => {
    fc.assert(
      fc.property(text, share, share, (content, a, b) => {
        const index = counter.indexText(content);
        const lines = content.split(/(?<=\n)/);
        if (content.endsWith('\n')) lines.push('');
        const [start, end] = [Math.floor(Math.min(a, b) * lines.length), Math.floor(Math.max(a, b) * lines.length)];

        expect(index.lineCount).toBe(lines.length);
        expect(index.countLines(start, end)).toBe(counter.countTokens(lines.slice(start, end).join('')));
      }),
      { numRuns: 400 },
    );
  });

  it('stays equal to the counter through any edits', () => {
    fc.assert(
      fc.property(text, fc.array(fc.tuple(share, share, text), { maxLength: 6 }), (content, edits) => {
        const index = counter.indexText(content);
        let current = content;
        for (const [at, length, replacement] of edits) {
          const start = Math.floor(at * current.length);
          const end = start + Math.floor(length * Math.min(30, current.length - start));
          index.replaceRange(start, end, replacement);
          current = current.slice(0, start) + replacement + current.slice(end);
        }

        expect(index.text).toBe(current);
        expect(index.length).toBe(current.length);
        expect(index.totalTokens).toBe(counter.countTokens(current));
        expect(index.countLines(0, index.lineCount)).toBe(counter.countTokens(current));
      }),
      { numRuns: 400 },
    );
  });

  it('counts within a long text that has no line ends', () => {
    const content = Array.from({ length: 3000 }, (_, i) => `word${i}(x)`).join(' ') + 'y'.repeat(20_000);
    const index = counter.indexText(content);

    index.replaceRange(10_000, 10_005, '\n=\n');
    const current = `${content.slice(0, 10_000)}\n=\n${content.slice(10_005)}`;

    expect(index.totalTokens).toBe(counter.countTokens(current));
    expect(index.countRange(5, 20_000)).toBe(counter.countTokens(current.slice(5, 20_000)));
    expect(index.countLines(1, 3)).toBe(counter.countTokens(current.slice(10_001)));
  });

  it('counts only what an edit touches', () => {
    const index = counter.indexText('const a = 1;\n'.repeat(5000));
    const counted = jest.spyOn(TextEncoder.prototype, 'encodeInto');

    index.replaceRange(26_000, 26_001, 'x');
    const units = counted.mock.calls.reduce((sum, [part]) => sum + part.length, 0);
    counted.mockRestore();

    expect(units).toBeLessThan(200);
  });
});

describe('TokenIndex', () => {
  it('scales sums, not segments, for an estimate', () => {
    const counter = new BpeTokenCounter({ encoding: 'o200k_base', safetyFactor: 1.1 });
    const content = 'one two\nthree four\nfive six\n';

    expect(counter.indexText(content).totalTokens).toBe(counter.countTokens(content));
  });

  it('takes any number of lines at once', () => {
    const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
    const index = counter.indexText('first\nlast\n');

    index.replaceRange(6, 6, 'a line\n'.repeat(300_000));

    expect(index.lineCount).toBe(300_003);
    expect(index.countLines(300_000, 300_002)).toBe(counter.countTokens('a line\nlast\n'));
  });

  it('starts empty and can be filled', () => {
    const index = new BpeTokenCounter({ encoding: 'o200k_base' }).indexText('');

    index.replaceRange(0, 0, 'one two');

    expect({ text: index.text, tokens: index.totalTokens, lines: index.lineCount }).toEqual({
      text: 'one two',
      tokens: 2,
      lines: 1,
    });
  });

  it.each([
    [-1, 2],
    [2, 1],
    [0, 99],
    [0.5, 1],
  ])('refuses the range %d to %d', (start, end) => {
    const index = new BpeTokenCounter({ encoding: 'o200k_base' }).indexText('short');

    expect(() => index.countRange(start, end)).toThrow(
      expect.objectContaining({ code: ErrorCode.invalidArgument }) as Error,
    );
  });
});
