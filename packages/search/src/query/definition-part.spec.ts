import type { ChunkRecord } from '../corpus/chunk-record.js';
import { definitionPart } from './definition-part.js';

const aRecord = (startLine: number, endLine: number, given: Partial<ChunkRecord> = {}): ChunkRecord => ({
  ...{ id: `a.ts:${startLine}-${endLine}@0`, filePath: 'a.ts', startLine, endLine, tokenCount: 10 },
  ...{ kind: 'function', enclosing: [], definitions: [], language: 'typescript', ...given },
});

const defining = (name: string, line: number): Pick<ChunkRecord, 'symbol' | 'definitions'> => ({
  symbol: name,
  definitions: [{ name, kind: 'function', line }],
});

describe('definitionPart', () => {
  const records = [
    aRecord(1, 9, defining('load', 1)),
    aRecord(10, 99, defining('run', 10)),
    aRecord(100, 199, { symbol: 'run' }),
    aRecord(200, 250, { symbol: 'run' }),
    aRecord(251, 260, defining('run', 251)),
    aRecord(261, 270),
  ];

  it('T-016 AC-041: counts the parts of a definition that was too large for one chunk', () => {
    expect(records.map((record) => definitionPart(record, records))).toEqual([
      undefined,
      ...[1, 2, 3].map((index) => ({ part: { index, count: 3 }, partOf: { startLine: 10, endLine: 250 } })),
      undefined,
      undefined,
    ]);
  });

  it('has nothing for a chunk that is not indexed, or does not follow', () => {
    expect(definitionPart(aRecord(500, 600, { symbol: 'run' }), records)).toBeUndefined();
    const apart = [aRecord(1, 9, defining('run', 1)), aRecord(11, 20, { symbol: 'run' })];
    expect(apart.map((record) => definitionPart(record, apart))).toEqual([undefined, undefined]);
  });
});
