import type { RankFactors, RankWeights, RankedChunk } from '@lexichord/abstractions';
import type { KeywordMatcher } from '@lexichord/text-index';

import type { SourcedChunk } from '../chunk/source-chunker.js';
import type { RankingContext } from './ranker.js';
import { changedMsOf, recencyScore } from './recency.js';

/** A chunk with what it is worth. */
export interface ScoredChunk {
  readonly chunk: SourcedChunk;
  readonly rankScore: number;
  readonly factors: RankFactors;
  readonly matchedKeywords: readonly string[];
  readonly changedMs: number | undefined;
}

/** Inputs of the score of every chunk of a ranking. */
export interface Scoring {
  readonly context: RankingContext;
  /** Knows the keywords of the task. */
  readonly matcher: KeywordMatcher;
}

/**
 * Gives a chunk its score: `relevance × weight + recency × weight + source × weight`, each factor 0 to 1
 * (T-016 AC-091, FR-016-67).
 */
export function scoreChunk(chunk: SourcedChunk, { context, matcher }: Scoring): ScoredChunk {
  const matched = matcher.match([chunk.content, ...chunk.enclosing]);
  const changedMs = changedMsOf(chunk, context.recentChanges);
  const own = context.relevance === 'keyword' ? undefined : chunk.relevanceScore;
  const factors = {
    relevance: relevanceOf(chunk, { own, covered: coverage(matched.length, matcher.size) }),
    recency: isUndated(chunk, context) ? 0 : recencyScore(changedMs, context.nowMs),
    source: withinOne(context.priorities[chunk.sourceType] / 100),
  };
  const rankScore = combinedScore(factors, context.weights);
  return { chunk, rankScore, factors, matchedKeywords: matched, changedMs };
}

function relevanceOf(
  { anchorOrder }: SourcedChunk,
  { own, covered }: { readonly own: number | undefined; readonly covered: number },
): number {
  if (anchorOrder !== undefined) return 1;
  return own === undefined || Number.isNaN(own) ? covered : withinOne(own);
}

/**
 * Chunks that the user names, in the order of the names, then best first; chunks with equal scores keep their order
 * (T-016 AC-093, AC-094).
 */
export function inRankOrder(scored: readonly ScoredChunk[]): readonly RankedChunk[] {
  const orderOf = ({ chunk }: ScoredChunk): number => chunk.anchorOrder ?? Number.MAX_SAFE_INTEGER;
  return scored
    .toSorted((left, right) => orderOf(left) - orderOf(right) || right.rankScore - left.rankScore)
    .map(toRanked);
}

/**
 * The weighted sum of the factors, to nine decimals: what differs by less is noise of the arithmetic, which would order
 * equal chunks by the time of day.
 */
export function combinedScore(factors: RankFactors, weights: RankWeights): number {
  const { relevance, recency, source } = factors;
  const sum = relevance * weights.relevance + recency * weights.recency + source * weights.source;
  return Math.round(withinOne(sum) * 1e9) / 1e9;
}

/**
 * Most of what a task needs is old: with the default weight of recency, a pack of search hits loses a tenth to a fourth
 * of the places that a change touches (ADR 0075). Matching by keywords alone knows no hits.
 */
function isUndated(
  { isSearchHit = false }: SourcedChunk,
  { datesSearchHits = false, relevance }: RankingContext,
): boolean {
  return isSearchHit && !datesSearchHits && relevance === 'auto';
}

/** Keywords that were found, of all there are (T-016 AC-066..073). */
function coverage(found: number, all: number): number {
  return all === 0 ? 0 : found / all;
}

function withinOne(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** The chunk without fields of its source, which are in the factors now. */
function toRanked(scored: ScoredChunk, index: number): RankedChunk {
  const { chunk, rankScore, factors, matchedKeywords, changedMs } = scored;
  return {
    id: chunk.id,
    filePath: chunk.filePath,
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    content: chunk.content,
    tokenCount: chunk.tokenCount,
    kind: chunk.kind,
    ...(chunk.symbol === undefined ? {} : { symbol: chunk.symbol }),
    enclosing: chunk.enclosing,
    definitions: chunk.definitions,
    language: chunk.language,
    ...(chunk.part === undefined ? {} : { part: chunk.part }),
    ...(chunk.partOf === undefined ? {} : { partOf: chunk.partOf }),
    sourceType: chunk.sourceType,
    rankScore,
    rank: index + 1,
    factors,
    ...(chunk.anchorOrder === undefined ? {} : { anchorOrder: chunk.anchorOrder }),
    ...(chunk.relation === undefined ? {} : { relation: chunk.relation }),
    matchedKeywords,
    ...(changedMs === undefined ? {} : { changedMs }),
  };
}
