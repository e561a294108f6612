import { LineIndex, chunkHash } from '@lexichord/platform/internal';

import { SentLines } from './sent-lines.js';

/** A file of distinct lines, and 40 of them as a pack had them. */
function sentFrom(lineCount: number) {
  const lines = Array.from({ length: lineCount }, (_, index) => `  const value${index} = compute(${index * 7});\n`);
  const [startLine, endLine] = [400, 439];
  const id = `a.ts:400-439@${chunkHash(lines.slice(startLine - 1, endLine).join(''))}`;
  return { lines, sent: { id, filePath: 'a.ts', startLine, endLine } };
}

describe('SentLines', () => {
  it.each([800, 6_000, 60_000])('finds lines that moved by one in a file of %d, whatever else it has', (lineCount) => {
    const { lines, sent } = sentFrom(lineCount);
    const present = new SentLines({ lines: new LineIndex(`// New.\n${lines.join('')}`), chunks: [] }, 100_000);

    expect(present.find(sent)).toEqual({ startLine: 401, endLine: 440 });
  });

  it('hashes no more than it may for lines that are gone, and still finds those that have not moved', () => {
    const { lines, sent } = sentFrom(6_000);
    const present = new SentLines({ lines: new LineIndex(lines.join('')), chunks: [] }, 1_000_000);
    const gone = { ...sent, id: `a.ts:400-439@${'0'.repeat(8)}` };

    expect(Array.from({ length: 300 }, () => present.find(gone))).toEqual(Array(300).fill(undefined));
    expect(present.find(sent)).toEqual({ startLine: 400, endLine: 439 });
    expect(present.find({ ...sent, startLine: 399, endLine: 438 })).toBeUndefined();
  });
});
