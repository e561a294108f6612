import type { RankFactors, RankWeights, RankedChunk } from '@lexichord/abstractions';
import type { KeywordMatcher } from '@lexichord/text-index/internal';

import type { SourcedChunk } from '../chunk/source-chunker.js';
import type { RankingContext } from './ranker.js';
import { changedMsOf, recencyScore } from './recency.js';

/** A chunk with its score. */
export interface ScoredChunk {
  readonly chunk: SourcedChunk;
  readonly rankScore: number;
  readonly factors: RankFactors;
  readonly matchedKeywords: readonly string[];
  readonly changedMs: number | undefined;
}

/** Inputs for scoring the chunks of a ranking. */
export interface Scoring {
  readonly context: RankingContext;
  /** Matches the keywords of the task. */
  readonly matcher: KeywordMatcher;
}

/**
 * Scores a chunk: `relevance × weight + recency × weight + source × weight`, each factor 0 to 1 (T-016 AC-091,
 * FR-016-67).
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
 * Orders chunks: those that the user names in the order of the names, then the others best first; chunks with equal
 * scores keep their order (T-016 AC-093, AC-094).
 */
export function inRankOrder(scored: readonly ScoredChunk[]): readonly RankedChunk[] {
  const orderOf = ({ chunk }: ScoredChunk): number => chunk.anchorOrder ?? Number.MAX_SAFE_INTEGER;
  return scored
    .toSorted((left, right) => orderOf(left) - orderOf(right) || right.rankScore - left.rankScore)
    .map(toRanked);
}

/**
 * Weighted sum of the factors, rounded to nine decimals: smaller differences are arithmetic noise, which would order
 * equal chunks by the time of day.
 */
export function combinedScore(factors: RankFactors, weights: RankWeights): number {
  const { relevance, recency, source } = factors;
  const sum = relevance * weights.relevance + recency * weights.recency + source * weights.source;
  return Math.round(withinOne(sum) * 1e9) / 1e9;
}

/**
 * Whether recency is ignored. Most code that a task needs is old: with the default weight of recency, a pack of search
 * hits loses a tenth to a fourth of the places that a change touches (ADR 0075). Matching by keywords alone has no
 * hits.
 */
function isUndated(
  { isSearchHit = false }: SourcedChunk,
  { datesSearchHits = false, relevance }: RankingContext,
): boolean {
  return isSearchHit && !datesSearchHits && relevance === 'auto';
}

/** Share of the task's keywords that were found (T-016 AC-066..073). */
function coverage(found: number, all: number): number {
  return all === 0 ? 0 : found / all;
}

function withinOne(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/**
 * Converts a scored chunk; fields of its source that the factors replace are omitted. Every chunk has the same fields,
 * absent ones as `undefined`: the engine makes such objects in a fourth of the time.
 */
function toRanked({ chunk, rankScore, factors, matchedKeywords, changedMs }: ScoredChunk, index: number): RankedChunk {
  return {
    id: chunk.id,
    filePath: chunk.filePath,
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    content: chunk.content,
    tokenCount: chunk.tokenCount,
    kind: chunk.kind,
    symbol: chunk.symbol,
    enclosing: chunk.enclosing,
    definitions: chunk.definitions,
    language: chunk.language,
    part: chunk.part,
    partOf: chunk.partOf,
    sourceType: chunk.sourceType,
    rankScore,
    rank: index + 1,
    factors,
    anchorOrder: chunk.anchorOrder,
    relation: chunk.relation,
    matchedKeywords,
    changedMs,
  };
}
