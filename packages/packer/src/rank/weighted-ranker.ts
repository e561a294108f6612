import 'reflect-metadata';
import { setImmediate } from 'node:timers/promises';
import {
  type CallOptions,
  ErrorCode,
  ILogger,
  LexichordError,
  type RankWeights,
  type RankedChunk,
  weightSumProblem,
} from '@lexichord/abstractions';
import { createKeywordMatcher } from '@lexichord/text-index/internal';
import { inject, injectable } from 'tsyringe';

import type { SourcedChunk } from '../chunk/source-chunker.js';
import type { IRanker, RankingContext } from './ranker.js';
import { type ScoredChunk, inRankOrder, scoreChunk } from './score-chunk.js';
import { shareRelevance } from './share-relevance.js';

/**
 * Length of the chunks after which the ranker yields to the event loop, in UTF-16 units: some ten milliseconds of work.
 */
const unitsPerTurn = 8_000_000;

/** Number of the best chunks that are logged. */
const loggedChunks = 10;

/** Scores chunks by keywords, age and source, weighted (T-016 FR-016-51..70). */
@injectable()
export class WeightedRanker implements IRanker {
  private readonly log: ILogger;

  constructor(@inject(ILogger) log: ILogger) {
    this.log = log.forSource('WeightedRanker');
  }

  async rank(
    chunks: readonly SourcedChunk[],
    context: RankingContext,
    { signal }: CallOptions = {},
  ): Promise<readonly RankedChunk[]> {
    signal?.throwIfAborted();
    requireValidWeights(context.weights);
    const matcher = createKeywordMatcher(context.task);
    const scored: ScoredChunk[] = [];
    let units = 0;
    for (const chunk of chunks) {
      scored.push(scoreChunk(chunk, { context, matcher }));
      units += chunk.content.length;
      if (units < unitsPerTurn) continue;
      units = 0;
      await setImmediate();
      signal?.throwIfAborted();
    }
    const { relevance, weights } = context;
    const ranked = inRankOrder(relevance === 'auto' ? shareRelevance(scored, weights) : scored);
    this.logFactors(ranked, context, matcher.size);
    return ranked;
  }

  private logFactors(ranked: readonly RankedChunk[], { weights }: RankingContext, keywordCount: number): void {
    this.log.debug(
      'Ranked {chunkCount} chunks by {keywordCount} keywords; relevance weighs {relevance}, recency {recency}, source {source}',
      { chunkCount: ranked.length, keywordCount, ...weights },
    );
    for (const { rank, filePath, startLine, endLine, rankScore, factors } of ranked.slice(0, loggedChunks)) {
      this.log.debug(
        '#{rank} {filePath}:{startLine}-{endLine}: {rankScore} of relevance {relevance}, recency {recency}, source {source}',
        { rank, filePath, startLine, endLine, rankScore, ...factors },
      );
    }
  }
}

/** @throws {LexichordError} `invalid-argument` for weights that are not shares of 1 (T-016 AC-092, AC-129) */
export function requireValidWeights({ relevance, recency, source }: RankWeights): void {
  const weights = { relevance, recency, source };
  const areShares = Object.values(weights).every((weight) => weight >= 0 && weight <= 1);
  if (areShares && weightSumProblem(weights) === undefined) return;
  const given = Object.entries(weights).map(([name, weight]) => `${name} ${weight}`);
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The ranking weights must each be from 0 to 1, and the three must sum to 1; they are ${given.join(', ')}. Set all three.`,
    { details: { given: given.join(', ') } },
  );
}
