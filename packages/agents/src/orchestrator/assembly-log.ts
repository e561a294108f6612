import type { AssembledContext, ILogger, IMetrics } from '@lexichord/abstractions';

/**
 * Writes the orchestrator's log lines and metrics, each event once (DES-072c §6). Identifiers and numbers, never
 * content.
 */
export class AssemblyLog {
  constructor(
    private readonly logger: ILogger,
    private readonly metrics: IMetrics,
  ) {}

  withCorrelation<T>(correlationId: string, work: () => T): T {
    return this.logger.withCorrelation(correlationId, work);
  }

  started(agentId: string, budget: number): void {
    this.logger.info('Starting context assembly for agent {AgentId} with budget {Budget} tokens', {
      AgentId: agentId,
      Budget: budget,
    });
  }

  executing(count: number): void {
    if (count === 0) this.logger.warn('No strategies available for context assembly');
    else this.logger.debug('Executing {Count} strategies in parallel', { Count: count });
  }

  strategyReturned(strategyId: string, tokens: number): void {
    this.logger.debug('Strategy {StrategyId} returned {Tokens} tokens', { StrategyId: strategyId, Tokens: tokens });
  }

  strategyFailed(strategyId: string, error: unknown): void {
    this.logger.error('Strategy {StrategyId} failed', { StrategyId: strategyId }, error);
    this.metrics.count('Agents.Context.Strategy.Failed', 1, { strategyId });
  }

  strategyTimedOut(strategyId: string, timeoutMs: number): void {
    this.logger.warn('Strategy {StrategyId} timed out after {Timeout}ms', {
      StrategyId: strategyId,
      Timeout: timeoutMs,
    });
    this.metrics.count('Agents.Context.Strategy.TimedOut', 1, { strategyId });
  }

  shortenFailed(strategyId: string, error: unknown): void {
    this.logger.error('Strategy {StrategyId} could not shorten its fragment', { StrategyId: strategyId }, error);
  }

  fragmentGrown(strategyId: string, fromTokens: number, toTokens: number): void {
    this.logger.debug('Strategy {StrategyId} grew from {From} to {To} tokens with the rest of the budget', {
      StrategyId: strategyId,
      From: fromTokens,
      To: toTokens,
    });
  }

  growFailed(strategyId: string, error: unknown): void {
    this.logger.error(
      'Strategy {StrategyId} keeps its fragment: it could not use what was left',
      {
        StrategyId: strategyId,
      },
      error,
    );
  }

  factsUnknown(error: unknown): void {
    const kind = error instanceof Error ? error.name : typeof error;
    this.logger.debug('Language and heading of the document are unknown: {Kind}', { Kind: kind });
  }

  strategySwitched(strategyId: string, enabled: boolean): void {
    this.logger.debug('Strategy {StrategyId} {Status}', {
      StrategyId: strategyId,
      Status: enabled ? 'enabled' : 'disabled',
    });
  }

  /** Logs the outcome of each fragment, then the summary line of the assembly. */
  completed(result: AssembledContext): void {
    for (const { sourceId, fromTokens, toTokens } of result.truncated) {
      this.logger.debug('Truncated {SourceId} from {Original} to {Truncated} tokens', {
        SourceId: sourceId,
        Original: fromTokens,
        Truncated: toTokens,
      });
    }
    for (const { sourceId } of result.deduplicated) {
      this.logger.debug('Deduplicating fragment from {SourceId}', { SourceId: sourceId });
    }
    for (const { sourceId, reason } of result.skipped) {
      if (reason === 'duplicate') this.logger.debug('Deduplicating fragment from {SourceId}', { SourceId: sourceId });
    }
    if (result.skipped.some(({ reason }) => reason === 'over-budget')) {
      this.logger.info('Budget exhausted at {Tokens}/{Max} tokens, dropping remaining', {
        Tokens: result.renderedTokens,
        Max: result.maxTokens,
      });
    }
    for (const warning of result.warnings)
      this.logger.warn('Assembled with a warning: {Warning}', { Warning: warning });
    this.summarize(result);
  }

  ended(outcome: 'failed' | 'cancelled', agentId: string, error: unknown): void {
    this.metrics.count('Agents.Context.Assembly.Count', 1, { outcome });
    if (outcome === 'cancelled')
      this.logger.info('Context assembly cancelled for agent {AgentId}', { AgentId: agentId });
    else this.logger.error('Context assembly failed for agent {AgentId}', { AgentId: agentId }, error);
  }

  private summarize({ fragments, totalTokens, renderedTokens, assemblyDurationMs }: AssembledContext): void {
    if (fragments.length === 0) this.logger.info('No context fragments gathered');
    this.logger.info('Context assembly completed: {FragmentCount} fragments, {Tokens} tokens, {Duration}ms', {
      FragmentCount: fragments.length,
      Tokens: totalTokens,
      Duration: Math.round(assemblyDurationMs),
    });
    this.metrics.count('Agents.Context.Assembly.Count', 1, { outcome: 'completed' });
    this.metrics.record('Agents.Context.Assembly.DurationMs', assemblyDurationMs);
    this.metrics.record('Agents.Context.Assembly.Tokens', renderedTokens);
  }
}
