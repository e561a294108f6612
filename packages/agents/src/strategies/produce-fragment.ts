import {
  type CallOptions,
  type ContextFragment,
  type ContextGatheringRequest,
  type FragmentMetadata,
  type GatherOptions,
  type IContextStrategy,
  type ILogger,
  type ITokenCounter,
  type NothingGathered,
} from '@lexichord/abstractions';

/** What a strategy found, before it is measured. */
export interface GatheredContent {
  readonly content: string;
  /** 0 to 1. */
  readonly relevance: number;
  readonly metadata: FragmentMetadata;
  /** Tokens of everything there was, when the content is less than that. */
  readonly originalTokens?: number | undefined;
}

/** The part of a strategy that differs: content of at most `maxTokens` tokens for a request. */
export type ComposeContent = (
  request: ContextGatheringRequest,
  maxTokens: number,
  options: CallOptions,
) => Promise<GatheredContent | NothingGathered | undefined>;

/** What every strategy works with. */
export interface StrategyTools {
  readonly compose: ComposeContent;
  readonly tokenCounter: ITokenCounter;
  readonly log: ILogger;
}

/**
 * Runs a strategy's `compose` within its limit, with the log lines every strategy writes (SBD-072 §15).
 *
 * @throws the signal's reason; what `compose` throws
 */
export async function gatherFragment(
  strategy: IContextStrategy,
  { request, signal, maxTokens }: GatherOptions & { readonly request: ContextGatheringRequest },
  { compose, tokenCounter, log: logger }: StrategyTools,
): Promise<ContextFragment | NothingGathered | undefined> {
  signal?.throwIfAborted();
  const { strategyId } = strategy;
  const log = logger.forSource(strategy.constructor.name);
  log.debug('{StrategyId} gathering context for {DocumentPath}', {
    StrategyId: strategyId,
    DocumentPath: request.documentPath ?? null,
  });

  const limit = Math.floor(Math.min(maxTokens, strategy.maxTokens));
  if (limit < 1) return nothingFits(strategy, limit);
  const gathered = await compose(request, limit, { signal });
  signal?.throwIfAborted();
  if (gathered === undefined || 'nothing' in gathered) return gathered;

  const fragment = toFragment(strategy, gathered, { limit, tokenCounter });
  if ('nothing' in fragment) return fragment;
  const { tokenEstimate, relevance } = fragment;
  if (gathered.originalTokens !== undefined && gathered.originalTokens > tokenEstimate) {
    log.warn('{StrategyId} content truncated from {Original} to {Truncated} tokens', {
      StrategyId: strategyId,
      Original: gathered.originalTokens,
      Truncated: tokenEstimate,
    });
  }
  log.info('{StrategyId} returned {Tokens} tokens (relevance: {Relevance})', {
    StrategyId: strategyId,
    Tokens: tokenEstimate,
    Relevance: relevance,
  });
  return fragment;
}

/** Makes a shorter fragment by composing it again, smaller. `undefined` when nothing useful fits. */
export async function shortenFragment(
  strategy: IContextStrategy,
  {
    fragment,
    request,
    signal,
    maxTokens,
  }: GatherOptions & { readonly fragment: ContextFragment; readonly request: ContextGatheringRequest },
  { compose, tokenCounter }: StrategyTools,
): Promise<ContextFragment | undefined> {
  signal?.throwIfAborted();
  if (fragment.tokenEstimate <= maxTokens) return fragment;
  const limit = Math.floor(Math.min(maxTokens, strategy.maxTokens));
  if (limit < 1) return undefined;
  const gathered = await compose(request, limit, { signal });
  signal?.throwIfAborted();
  if (gathered === undefined || 'nothing' in gathered) return undefined;
  const shorter = toFragment(strategy, gathered, { limit, tokenCounter });
  return 'nothing' in shorter ? undefined : shorter;
}

/** Measures content. The cut is the last line of defence: a `compose` that keeps its limit is never cut here. */
function toFragment(
  strategy: IContextStrategy,
  { content, relevance, metadata, originalTokens = 0 }: GatheredContent,
  { limit, tokenCounter }: { readonly limit: number; readonly tokenCounter: ITokenCounter },
): ContextFragment | NothingGathered {
  const fitted = tokenCounter.truncateToTokens(content, limit);
  if (fitted.content.trim().length === 0) return nothingFits(strategy, limit);
  return {
    sourceId: strategy.strategyId,
    label: strategy.displayName,
    content: fitted.content,
    tokenEstimate: fitted.tokenCount,
    relevance,
    // The orchestrator reads it, so that what was left out is in the result.
    metadata: originalTokens > fitted.tokenCount ? { ...metadata, originalTokens } : metadata,
  };
}

function nothingFits({ displayName }: IContextStrategy, limit: number): NothingGathered {
  return { nothing: 'empty', message: `Nothing of "${displayName}" fits into ${limit} tokens.` };
}
