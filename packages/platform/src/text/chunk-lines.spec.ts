import { chunkHash } from './chunk-id.js';
import { chunkLines, findChunkLines } from './chunk-lines.js';
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
    ['where they come first', { startLine: 1, endLine: 1 }, 'b\r\n', { startLine: 2, endLine: 2 }],
    ['nowhere', { startLine: 1, endLine: 2 }, 'b\nc\n', undefined],
    ['nowhere beyond the text', { startLine: 1, endLine: 99 }, 'b\nc\n', undefined],
  ])('finds lines %s', (_where, range, lines, expected) => {
    expect(findChunkLines(text, range, chunkHash(lines))).toEqual(expected);
  });

  it('looks at no more than a bounded number of places', () => {
    const long = new LineIndex(`${'x\n'.repeat(200_001)}wanted\n`);

    expect(findChunkLines(long, { startLine: 1, endLine: 1 }, chunkHash('wanted\n'))).toBeUndefined();
  });
});
