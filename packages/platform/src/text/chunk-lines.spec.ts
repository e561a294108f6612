import { chunkHash } from './chunk-id.js';
import { type FoundLines, type SearchLimits, chunkLines, findChunkLines } from './chunk-lines.js';
import { LineIndex } from './line-index.js';

const text = new LineIndex('a\nb\r\nc\nb\r\n');

describe('chunkLines', () => {
  it('has whole lines with their ends, and none beyond the text', () => {
    expect(chunkLines(text, { startLine: 2, endLine: 3 })).toBe('b\r\nc\n');
    expect(chunkLines(text, { startLine: 4, endLine: 6 })).toBeUndefined();
  });
});

describe('findChunkLines', () => {
  it.each([
    ['where they were', { startLine: 4, endLine: 4 }, 'b\r\n', { startLine: 4, endLine: 4 }],
    ['behind', { startLine: 1, endLine: 1 }, 'b\r\n', { startLine: 2, endLine: 2 }],
    ['before, at the same distance', { startLine: 3, endLine: 3 }, 'b\r\n', { startLine: 2, endLine: 2 }],
    [
      'before, from beyond the text',
      { startLine: 900_000_000, endLine: 900_000_001 },
      'a\nb\r\n',
      { startLine: 1, endLine: 2 },
    ],
    ['nowhere', { startLine: 1, endLine: 2 }, 'b\nc\n', undefined],
    ['nowhere beyond the text', { startLine: 1, endLine: 99 }, 'b\nc\n', undefined],
  ])('finds lines %s', (_where, range, lines, expected) => {
    expect(findChunkLines(text, range, chunkHash(lines))).toMatchObject({ range: expected, isPartial: false });
  });

  it('finds many lines that have moved a little far down in a long text', () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, index) => `  const value${index} = compute(${index}, 'of the long text');\n`,
    );
    const hash = chunkHash(lines.slice(6_999, 7_099).join(''));
    const moved = new LineIndex(`\n${lines.join('')}`);

    expect(findChunkLines(moved, { startLine: 7_000, endLine: 7_099 }, hash)).toMatchObject({
      ...{ range: { startLine: 7_001, endLine: 7_100 }, isPartial: false },
    });
  });

  it.each([
    ['places', 'x\n', { total: 200_001, count: 1 }],
    ['text', `${'x'.repeat(1_000)}\n`, { total: 3_000, count: 1_000 }],
  ])('looks at no more than a bounded number of %s, and says so', (_what, line, { total, count }) => {
    const long = new LineIndex(`${line.repeat(total)}wanted\n`);
    const lines = `${line.repeat(count - 1)}wanted\n`;

    expect(findChunkLines(long, { startLine: 1, endLine: count }, chunkHash(lines))).toMatchObject({
      range: undefined,
      isPartial: true,
    });
  });

  it('searches no further than it is told to, and says how much it has hashed', () => {
    const lines = new LineIndex(`${'x\n'.repeat(9)}wanted\n`);
    const search = (limits: SearchLimits): FoundLines =>
      findChunkLines(lines, { startLine: 1, endLine: 1 }, chunkHash('wanted\n'), limits);

    expect(search({ maxLength: 100, maxPositions: 8 })).toEqual({
      ...{ range: undefined, isPartial: true, searched: { length: 16, positions: 8 } },
    });
    expect(search({ maxLength: 17, maxPositions: 99 }).searched).toEqual({ length: 16, positions: 8 });
    expect(search({ maxLength: 23, maxPositions: 9 }).range).toEqual({ startLine: 10, endLine: 10 });
  });
});
