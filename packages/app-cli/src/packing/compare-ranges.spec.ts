import type { Configuration } from '@lexichord/runtime';

import { compareChunks } from './compare-ranges.js';
import type { RecordedChunk } from './find-chunk.js';

const rules = {
  contentHashEnabled: true,
  overlapDetectionEnabled: true,
  overlapThreshold: 0.3,
} as Configuration['context']['deduplication'];

function aChunk(
  rank: number,
  startLine: number,
  endLine: number,
  { path = 'a.cs', hash = `${rank}` } = {},
): RecordedChunk {
  const factors = { relevance: 1, recency: 1, source: 1 };
  return {
    ...{ id: `${path}:${startLine}-${endLine}@${hash}`, filePath: path, startLine, endLine, rank, rankScore: 1 / rank },
    ...{ factors, tokenCount: 10, kind: 'lines', enclosing: [], definitions: [], language: 'csharp' },
    ...{ sourceType: 'search-result', matchedKeywords: [] },
  };
}

describe('compareChunks', () => {
  it('removes the lower-ranked of two that share enough lines', () => {
    const [first, second] = [aChunk(2, 45, 78), aChunk(1, 50, 85)];

    expect(compareChunks(first, second, rules)).toMatchObject({
      shared: { startLine: 50, endLine: 78 },
      sharedLines: 29,
      removed: first,
      kept: second,
      reason: 'the share of 81% reaches context.deduplication.overlapThreshold, 30%',
    });
  });

  it.each([
    [
      'all lines in the better one',
      aChunk(1, 1, 100),
      aChunk(2, 10, 11),
      rules,
      2,
      'all of its lines are in the other',
    ],
    [
      'the same text elsewhere',
      aChunk(1, 1, 5, { hash: 'x' }),
      aChunk(2, 1, 5, { path: 'b.cs', hash: 'x' }),
      rules,
      2,
      'its text is the same',
    ],
    ['few shared lines', aChunk(1, 1, 10), aChunk(2, 10, 20), rules, undefined, 'the share of 9% is below'],
    ['a small better one inside', aChunk(1, 10, 11), aChunk(2, 1, 100), rules, undefined, 'the share of 2% is below'],
    [
      'other files',
      aChunk(1, 1, 10),
      aChunk(2, 1, 10, { path: 'b.cs' }),
      rules,
      undefined,
      'they have no line in common',
    ],
    [
      'overlaps that are not looked for',
      ...([aChunk(1, 1, 10), aChunk(2, 1, 10), { ...rules, overlapDetectionEnabled: false }] as const),
      ...([undefined, 'context.deduplication.overlapDetectionEnabled is off'] as const),
    ],
    [
      'the same text, which is not looked for',
      ...([aChunk(1, 1, 5, { hash: 'x' }), aChunk(2, 1, 5, { path: 'b.cs', hash: 'x' })] as const),
      ...([{ ...rules, contentHashEnabled: false }, undefined, 'their text is the same, but'] as const),
    ],
  ])('decides on %s', (_name, first, second, given, removedRank, reason) => {
    const compared = compareChunks(first, second, given);

    expect(compared.removed?.rank).toBe(removedRank);
    expect(compared.reason).toContain(reason);
  });
});
