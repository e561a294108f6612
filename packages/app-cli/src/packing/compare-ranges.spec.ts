import type { Configuration } from '@lexichord/runtime';

import { compareChunks } from './compare-ranges.js';
import type { RecordedChunk } from './find-chunk.js';

const rules = {
  contentHashEnabled: true,
  overlapDetectionEnabled: true,
  overlapThreshold: 0.3,
} as Configuration['context']['deduplication'];

interface ChunkChoice extends Partial<Pick<RecordedChunk, 'reason' | 'keptChunk'>> {
  readonly path?: string;
  readonly hash?: string;
}

function aChunk(
  rank: number,
  startLine: number,
  endLine: number,
  { path = 'a.cs', hash = `${rank}`, ...left }: ChunkChoice = {},
): RecordedChunk {
  const factors = { relevance: 1, recency: 1, source: 1 };
  return {
    ...{ id: `${path}:${startLine}-${endLine}@${hash}`, filePath: path, startLine, endLine, rank, rankScore: 1 / rank },
    ...{ factors, tokenCount: 10, kind: 'lines', enclosing: [], definitions: [], language: 'csharp' },
    ...{ sourceType: 'search-result', matchedKeywords: [], ...left },
  };
}

describe('compareChunks', () => {
  it('names the one that was left out for the other, with which it shares enough lines', () => {
    const second = aChunk(1, 50, 85);
    const first = aChunk(2, 45, 78, { reason: 'overlap', keptChunk: second.id });

    expect(compareChunks({ chunk: first }, { chunk: second }, rules)).toMatchObject({
      shared: { startLine: 50, endLine: 78 },
      sharedLines: 29,
      removed: first,
      kept: second,
      reason: 'the share of 81% reaches context.deduplication.overlapThreshold',
    });
  });

  it.each([
    [
      'all lines in the better one',
      aChunk(1, 1, 100),
      aChunk(2, 10, 11, { reason: 'overlap', keptChunk: 'a.cs:1-100@1' }),
      rules,
      2,
      'all of its lines are in the other chunk',
    ],
    [
      'the same text elsewhere',
      aChunk(1, 1, 5, { hash: 'x' }),
      aChunk(2, 1, 5, { path: 'b.cs', hash: 'x', reason: 'duplicate', keptChunk: 'a.cs:1-5@x' }),
      rules,
      2,
      'its text is the same',
    ],
    [
      'nearly the same text, which cannot be read any more',
      aChunk(1, 1, 5),
      aChunk(2, 1, 5, { path: 'b.cs', reason: 'duplicate', keptChunk: 'a.cs:1-5@1' }),
      rules,
      2,
      'its text is the same except for whitespace',
    ],
    [
      'a better one that was left out for a worse',
      aChunk(1, 1, 5, { reason: 'duplicate', keptChunk: 'b.cs:1-5@2' }),
      aChunk(2, 1, 5, { path: 'b.cs' }),
      rules,
      1,
      'its text is the same except for whitespace',
    ],
    [
      'a better one that did not fit',
      aChunk(1, 1, 100, { reason: 'budget-exceeded' }),
      aChunk(2, 10, 90),
      rules,
      undefined,
      'the higher-ranked chunk is not in the text (budget-exceeded)',
    ],
    ['two that are both there', aChunk(1, 1, 10), aChunk(2, 1, 9), rules, undefined, 'neither was left out'],
    ['few shared lines', aChunk(1, 1, 10), aChunk(2, 10, 20), rules, undefined, 'the share of 9% is below'],
    ['a small better one inside', aChunk(1, 10, 11), aChunk(2, 1, 100), rules, undefined, 'the share of 2% is below'],
    ['other lines', aChunk(1, 1, 10), aChunk(2, 11, 20), rules, undefined, 'they have no line in common'],
    [
      'other files',
      aChunk(1, 1, 10),
      aChunk(2, 1, 10, { path: 'b.cs' }),
      rules,
      undefined,
      'neither is a duplicate of the other',
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
    const compared = compareChunks({ chunk: first }, { chunk: second }, given);

    expect(compared.removed?.rank).toBe(removedRank);
    expect(compared.reason).toContain(reason);
  });

  it.each([
    ['its lines are the same except for line ends', 'a {\n b\n}\n', 'a {\r\n b\r\n}\r\n'],
    ['its text is the same except for whitespace', 'a {\n b\n}\n', 'a {\n    b\n}\n'],
    ['its text is the same except for whitespace, comments or case', 'a // one\n', 'A\n'],
  ])('says of duplicates what is true of their texts: %s', (reason, kept, removed) => {
    const first = { chunk: aChunk(1, 1, 3), text: kept };
    const left = { reason: 'duplicate', keptChunk: first.chunk.id } as const;

    const compared = compareChunks(first, { chunk: aChunk(2, 1, 3, { path: 'b.cs', ...left }), text: removed }, rules);

    expect(compared.reason).toBe(reason);
  });
});
