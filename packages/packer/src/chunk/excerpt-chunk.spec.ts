import fc from 'fast-check';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import { excerptChunk, splitExcerpt } from './excerpt-chunk.js';

const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
const excerptOf = (content: string, startLine = 11): ReturnType<typeof excerptChunk> =>
  excerptChunk({ filePath: 'a.py', content, language: 'python' }, startLine, counter);

const code = `def first(total):
    """Sums up."""
    one = total + 1

    two = one + 2
    return two

def second(total):
    three = total + 3
    return three
`;

describe('excerptChunk', () => {
  it.each([
    [
      { startLine: 1, endLine: 90 },
      { startLine: 1, endLine: 90 },
    ],
    [{ startLine: 12, endLine: 90 }, undefined],
  ])('believes what its source says of the whole only where that has its lines: %j', (partOf, expected) => {
    const source = { filePath: 'a.py', content: code, language: 'python', definition: { partOf } };

    expect(excerptChunk(source, 11, counter).partOf).toEqual(expected);
  });
});

describe('splitExcerpt', () => {
  it('leaves an excerpt that is small enough as it is', () => {
    const excerpt = excerptOf(code);

    expect(splitExcerpt(excerpt, 1_000, counter)).toEqual([excerpt]);
  });

  it('T-016 FR-016-47: cuts between lines, best where little is torn apart', () => {
    const pieces = splitExcerpt(excerptOf(code), 40, counter);

    expect(pieces.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [11, 17],
      [18, 20],
    ]);
    expect(pieces[1]?.content.startsWith('def second')).toBe(true);
  });

  it('T-016 AC-041: says which lines the whole has, of which an excerpt may be a part itself', () => {
    const partOf = { startLine: 1, endLine: 90 };
    const excerpt = excerptOf(code);
    const part = { ...excerpt, part: { index: 2, count: 3 }, partOf };
    const wholesOf = (chunk: typeof excerpt) => splitExcerpt(chunk, 40, counter).map((one) => [one.part, one.partOf]);

    expect(wholesOf(excerpt)).toEqual(Array(2).fill([undefined, { startLine: 11, endLine: 20 }]));
    expect(wholesOf(part)).toEqual(Array(2).fill([undefined, partOf]));
    expect(wholesOf({ ...excerpt, kind: 'lines' })).toEqual(Array(2).fill([undefined, undefined]));
  });

  it('gives pieces that are the excerpt, each within the maximum unless it is one line', () => {
    const line = fc.constantFrom(
      '',
      '  x = 1',
      'def f():',
      '\tlong name = other(name, and, more, of, them)',
      '}',
      '漢字漢字',
    );
    const end = fc.constantFrom('\n', '\r\n', '\r');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, end), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 60 }),
        (lines, max) => {
          const excerpt = excerptOf(lines.flat().join(''), 7);

          const pieces = splitExcerpt(excerpt, max, counter);

          expect(pieces.map(({ content }) => content).join('')).toBe(excerpt.content);
          expect(pieces[0]?.startLine).toBe(7);
          expect(pieces.at(-1)?.endLine).toBe(excerpt.endLine);
          for (const [index, piece] of pieces.entries()) {
            if (index > 0) expect(piece.startLine).toBe((pieces[index - 1]?.endLine ?? 0) + 1);
            expect(piece.tokenCount).toBe(counter.countTokens(piece.content));
            expect(piece.tokenCount <= max || piece.startLine === piece.endLine).toBe(true);
          }
        },
      ),
    );
  });
});
