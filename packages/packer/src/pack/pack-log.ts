import 'reflect-metadata';
import { ILogger, IMetrics, type PackerStats, type PackStats } from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

/** Fields of the log line of a finished pack. */
interface FinishedPack {
  readonly totalTokens: number;
  readonly availableTokens: number;
  readonly partial: boolean;
  readonly stats: PackStats;
}

/**
 * The packer's log lines and metrics, each event once (T-016 NFR-016-56..65, AC-136..140). Only identifiers and
 * numbers, never content; of the task only its length.
 */
@injectable()
export class PackLog {
  private readonly logger: ILogger;

  constructor(
    @inject(ILogger) logger: ILogger,
    @inject(IMetrics) private readonly metrics: IMetrics,
  ) {
    this.logger = logger.forSource('ContextPacker');
  }

  withCorrelation<T>(correlationId: string, work: () => T): T {
    return this.logger.withCorrelation(correlationId, work);
  }

  started(taskLength: number, availableTokens: number): void {
    this.logger.info('Packing for a task of {taskLength} characters within {availableTokens} tokens', {
      taskLength,
      availableTokens,
    });
  }

  chunked({ sources, chunks, known }: { sources: number; chunks: number; known: number }): void {
    this.logger.debug('Cut {sources} sources into {chunks} chunks; {known} had been cut before', {
      sources,
      chunks,
      known,
    });
    if (sources > 0) this.metrics.record('Agents.Context.Packing.CacheHitRate', known / sources);
  }

  finished({ totalTokens, availableTokens, partial, stats }: FinishedPack): void {
    const { sources, rejectedSources, includedChunks, excludedChunks, timingsMs } = stats;
    this.logger.info('Packed {includedChunks} of {chunks} chunks into {totalTokens} tokens in {durationMs} ms', {
      includedChunks,
      chunks: stats.chunks,
      totalTokens,
      availableTokens,
      sources,
      rejectedSources,
      durationMs: Math.round(timingsMs.total),
    });
    this.logger.debug('Left out {duplicates} duplicates and {overlaps} overlaps of {chunks} chunks', {
      duplicates: stats.exactDuplicates,
      overlaps: stats.overlapDuplicates,
      chunks: stats.chunks,
    });
    if (partial) this.logger.warn('The pack is partial: something failed or took too long');
    this.metrics.count('Agents.Context.Packing.Count', 1, { outcome: partial ? 'partial' : 'completed' });
    this.metrics.record('Agents.Context.Packing.DurationMs', timingsMs.total);
    this.metrics.record('Agents.Context.Packing.Chunks.Included', includedChunks);
    this.metrics.record('Agents.Context.Packing.Chunks.Excluded', excludedChunks);
    this.metrics.record('Agents.Context.Packing.Tokens', totalTokens);
    if (availableTokens > 0) this.metrics.record('Agents.Context.Packing.BudgetUse', totalTokens / availableTokens);
    this.metrics.record('Agents.Context.Packing.Duplicates', stats.exactDuplicates + stats.overlapDuplicates);
    this.metrics.record('Agents.Context.Packing.TokensSaved', stats.tokensSaved);
  }

  failed(error: unknown): void {
    this.logger.error('The pack failed', {}, error);
    this.metrics.count('Agents.Context.Packing.Count', 1, { outcome: 'failed' });
  }

  cancelled(): void {
    this.logger.info('The pack was cancelled');
    this.metrics.count('Agents.Context.Packing.Count', 1, { outcome: 'cancelled' });
  }

  /** Logs a defect (T-016 AC-139). */
  overBudget(totalTokens: number, availableTokens: number): void {
    this.logger.error('The packed text of {totalTokens} tokens exceeds the budget of {availableTokens}', {
      totalTokens,
      availableTokens,
    });
  }
}

/** Statistics of a packer since its creation. */
export class PackerHistory {
  private packs = 0;
  private partialPacks = 0;
  private budgetUse = 0;
  private needed = 0;
  private known = 0;
  private lastPack: PackStats | undefined;

  add({ totalTokens, availableTokens, partial, stats }: FinishedPack): void {
    this.packs += 1;
    if (partial) this.partialPacks += 1;
    this.budgetUse += availableTokens === 0 ? 0 : totalTokens / availableTokens;
    this.lastPack = stats;
  }

  addCuts(known: number, needed: number): void {
    this.known += known;
    this.needed += needed;
  }

  stats(): PackerStats {
    const { packs, partialPacks, lastPack } = this;
    return {
      packs,
      partialPacks,
      meanBudgetUse: packs === 0 ? 0 : this.budgetUse / packs,
      cacheHitRate: this.needed === 0 ? 0 : this.known / this.needed,
      lastPack,
    };
  }
}
