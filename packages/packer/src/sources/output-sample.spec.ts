import { LineIndex } from '@lexichord/platform/internal';
import fc from 'fast-check';

import { OutputSample, type OutputLines, type SampleSizes } from './output-sample.js';

const sizes: SampleSizes = { blockLength: 10, headLength: 20, tailLength: 30, middleLength: 20 };

/** A sample of a text that comes in pieces; a block of the middle counts by its exclamation marks. */
function sampled(pieces: readonly string[]): { readonly lines: readonly OutputLines[]; readonly sample: OutputSample } {
  const sample = new OutputSample(sizes, (content) => content.split('!').length);
  const rest = pieces.reduce((pending, piece) => sample.take(pending + piece), '');
  return { lines: sample.finish(rest), sample };
}

describe('OutputSample', () => {
  const numbered = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `line ${index + 1}`);

  it('keeps the beginning, the end and the best of the middle, each with its lines', () => {
    const lines = numbered(60).map((line, index) => (index === 29 ? '!!!' : line));

    const { lines: kept, sample } = sampled([lines.join('\n')]);

    expect(kept.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 3],
      [30, 30],
      [56, 60],
    ]);
    expect(kept.map(({ content }) => content)).toEqual([
      'line 1\nline 2\nline 3\n',
      '!!!\n',
      'line 56\nline 57\nline 58\nline 59\nline 60',
    ]);
    expect([sample.lineCount, sample.cutLines]).toEqual([60, 0]);
  });

  it('cuts a line that is longer than a block, and counts on behind it', () => {
    const { lines, sample } = sampled(['a\n', 'b'.repeat(50), 'b'.repeat(50), '\r', '\nlast']);

    expect(lines).toEqual([{ startLine: 1, endLine: 3, content: `a\n${'b'.repeat(10)}\nlast` }]);
    expect(sample.cutLines).toBe(1);
  });

  it('is the same in whatever pieces a text comes, bounded, and of lines that the text has', () => {
    const part = fc.constantFrom('\n', '\r', '\r\n', '!', 'ab', 'some words', '😀', 'x'.repeat(25));
    const pieces = fc.array(
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(pieces, (given) => {
        const text = given.join('');

        const { lines: kept, sample } = sampled(given);

        expect(sampled([text]).lines).toEqual(kept);
        const length = kept.reduce((sum, { content }) => sum + content.length, 0);
        expect(length).toBeLessThanOrEqual(20 + 30 + 20 + 3 * 11);
        const index = new LineIndex(text);
        for (const { startLine, endLine, content } of kept) {
          const own = new LineIndex(content);
          for (let line = startLine; line <= endLine; line += 1) {
            const whole = index.text(line - 1);
            const shown = own.text(line - startLine);
            expect(whole.startsWith(shown) && (shown === whole || sample.cutLines > 0)).toBe(true);
          }
        }
      }),
    );
  });
});
