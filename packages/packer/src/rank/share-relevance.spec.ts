import type { SourcedChunk } from '../chunk/source-chunker.js';
import { aRankedChunk } from '../test-support/a-ranked-chunk.js';
import type { ScoredChunk } from './score-chunk.js';
import { shareRelevance } from './share-relevance.js';

const weights = { relevance: 1, recency: 0, source: 0 };

function scored(startLine: number, keywords: readonly string[], given: Partial<SourcedChunk> = {}): ScoredChunk {
  const { filePath, endLine, content, ...rest } = aRankedChunk({ startLine });
  const chunk: SourcedChunk = { ...rest, filePath, endLine, content, relevanceScore: 0.8, pieceOf: 'whole', ...given };
  return {
    chunk,
    rankScore: 0.8,
    factors: { relevance: 0.8, recency: 0, source: 0 },
    matchedKeywords: keywords,
    changedMs: undefined,
  };
}

const relevancesOf = (chunks: readonly ScoredChunk[]): readonly number[] =>
  shareRelevance(chunks, weights).map(({ factors, rankScore }) => {
    expect(rankScore).toBeCloseTo(factors.relevance, 12);
    return factors.relevance;
  });

describe('shareRelevance', () => {
  it('leaves the whole score to the piece with most of the words, and halves it for each further one', () => {
    expect(relevancesOf([scored(1, ['a']), scored(10, ['a', 'b']), scored(20, [])])).toEqual([0.4, 0.8, 0.2]);
  });

  it('prefers the first of pieces with as many words', () => {
    expect(relevancesOf([scored(10, ['a']), scored(1, ['b'])])).toEqual([0.4, 0.8]);
  });

  it('shares nothing between pieces of different excerpts, whole chunks, and scores that are not the source’s', () => {
    const chunks = [
      scored(1, []),
      scored(10, [], { pieceOf: 'other' }),
      scored(20, [], { pieceOf: undefined }),
      scored(30, [], { relevanceScore: undefined }),
    ];

    expect(relevancesOf(chunks)).toEqual([0.8, 0.8, 0.8, 0.8]);
  });
});
