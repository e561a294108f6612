import type { RankWeights } from '@lexichord/abstractions';

import { type ScoredChunk, combinedScore } from './score-chunk.js';

/** Relevance of each further piece of an excerpt, as a share of the previous one. */
const shareOfNext = 0.5;

/**
 * Divides the relevance of an excerpt among its pieces: the piece with the most keywords of the task keeps it, each
 * further one gets less. With equal keywords the first piece is better: it has the names.
 */
export function shareRelevance(scored: readonly ScoredChunk[], weights: RankWeights): readonly ScoredChunk[] {
  const pieces = new Map<string, ScoredChunk[]>();
  for (const one of scored) {
    const { pieceOf } = one.chunk;
    if (pieceOf === undefined || one.chunk.relevanceScore === undefined) continue;
    const others = pieces.get(pieceOf);
    if (others === undefined) pieces.set(pieceOf, [one]);
    else others.push(one);
  }
  const shares = new Map([...pieces.values()].flatMap(sharesOf));
  return scored.map((one) => {
    const share = shares.get(one) ?? 1;
    if (share === 1) return one;
    const factors = { ...one.factors, relevance: one.factors.relevance * share };
    return { ...one, factors, rankScore: combinedScore(factors, weights) };
  });
}

function sharesOf(pieces: readonly ScoredChunk[]): readonly (readonly [ScoredChunk, number])[] {
  return pieces
    .toSorted((a, b) => b.matchedKeywords.length - a.matchedKeywords.length || a.chunk.startLine - b.chunk.startLine)
    .map((one, place) => [one, shareOfNext ** place]);
}
