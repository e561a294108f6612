import type {
  ContextFragment,
  ContextGatheringRequest,
  FragmentMetadata,
  GatherOptions,
  IContextStrategy,
  ILogger,
  ITokenCounter,
  NothingGathered,
  QuoteText,
  ShortenOptions,
  StrategyDescriptor,
  WithheldSecret,
  WritingOptions,
} from '@lexichord/abstractions';

/** The content of a strategy before counting its tokens. */
export interface GatheredContent {
  readonly content: string;
  /** 0 to 1. */
  readonly relevance: number;
  readonly metadata: FragmentMetadata;
  /** Tokens of the whole text, if the content is shorter. */
  readonly originalTokens?: number | undefined;
  /** Secrets that were kept out of the content; the metadata names them. */
  readonly secrets?: readonly WithheldSecret[] | undefined;
}

/** Options of composing, besides the request and the limit. */
export interface ComposeOptions extends WritingOptions {
  /** See {@link WritingOptions.quoteFrom}. */
  readonly quoteFrom: (source: string) => QuoteText;
}

/**
 * Base of strategies that compose their text. It takes the values of the descriptor, enforces the limit, counts tokens,
 * writes the same log lines (SBD-072 §15), and shortens a fragment by composing it again with a lower limit. Subclasses
 * implement {@link compose}.
 */
export abstract class ComposedStrategy implements IContextStrategy {
  readonly strategyId: string;
  readonly displayName: string;
  readonly priority: number;
  readonly maxTokens: number;
  protected readonly log: ILogger;

  constructor(
    { strategyId, displayName, priority, maxTokens }: StrategyDescriptor,
    protected readonly tokenCounter: ITokenCounter,
    log: ILogger,
  ) {
    this.strategyId = strategyId;
    this.displayName = displayName;
    this.priority = priority;
    this.maxTokens = maxTokens;
    this.log = log.forSource(new.target.name);
  }

  /** @throws the signal's reason; the errors of {@link compose} */
  async gather(
    request: ContextGatheringRequest,
    { maxTokens, ...options }: GatherOptions,
  ): Promise<ContextFragment | NothingGathered | undefined> {
    this.log.debug('{StrategyId} gathering context for {DocumentPath}', {
      StrategyId: this.strategyId,
      DocumentPath: request.documentPath ?? null,
    });
    const fragment = await this.composeWithin(request, maxTokens, options);
    if (fragment !== undefined && 'content' in fragment) this.logFragment(fragment);
    return fragment;
  }

  /** `undefined` when nothing useful fits. */
  async shorten(
    fragment: ContextFragment,
    maxTokens: number,
    { request, ...options }: ShortenOptions,
  ): Promise<ContextFragment | undefined> {
    options.signal?.throwIfAborted();
    if (fragment.tokenEstimate <= maxTokens) return fragment;
    const shorter = await this.composeWithin(request, maxTokens, options);
    return shorter !== undefined && 'content' in shorter ? shorter : undefined;
  }

  /** Content of at most `maxTokens` tokens, a whole number from 1; `undefined` or a reason when it is empty. */
  protected abstract compose(
    request: ContextGatheringRequest,
    maxTokens: number,
    options: ComposeOptions,
  ): Promise<GatheredContent | NothingGathered | undefined>;

  private async composeWithin(
    request: ContextGatheringRequest,
    maxTokens: number,
    { quoteFrom = unchangedText, ...options }: WritingOptions,
  ): Promise<ContextFragment | NothingGathered | undefined> {
    const { signal } = options;
    signal?.throwIfAborted();
    const limit = Math.floor(maxTokens);
    if (limit < 1) return this.nothingFits(limit);
    const gathered = await this.compose(request, limit, { ...options, quoteFrom });
    signal?.throwIfAborted();
    return gathered === undefined || 'nothing' in gathered ? gathered : this.toFragment(gathered, limit);
  }

  /** Makes the fragment. The cut is only a safeguard: content within the limit is never cut. */
  private toFragment(
    { content, relevance, metadata, originalTokens = 0, secrets = [] }: GatheredContent,
    limit: number,
  ): ContextFragment | NothingGathered {
    const fitted = this.tokenCounter.truncateToTokens(content, limit);
    if (fitted.content.trim().length === 0) return this.nothingFits(limit);
    return {
      sourceId: this.strategyId,
      label: this.displayName,
      content: fitted.content,
      tokenEstimate: fitted.tokenCount,
      relevance,
      // The orchestrator reads both: it lists the fragment as shortened, and the withheld secrets.
      metadata: {
        ...metadata,
        ...(originalTokens > fitted.tokenCount ? { originalTokens } : {}),
        ...(secrets.length > 0 ? { secrets: secrets.map(({ rule, place }) => ({ rule, place })) } : {}),
      },
    };
  }

  private nothingFits(limit: number): NothingGathered {
    return { nothing: 'empty', message: `Nothing of "${this.displayName}" fits into ${limit} tokens.` };
  }

  private logFragment({ tokenEstimate, relevance, metadata }: ContextFragment): void {
    if (typeof metadata?.originalTokens === 'number') {
      this.log.warn('{StrategyId} content truncated from {Original} to {Truncated} tokens', {
        StrategyId: this.strategyId,
        Original: metadata.originalTokens,
        Truncated: tokenEstimate,
      });
    }
    this.log.info('{StrategyId} returned {Tokens} tokens (relevance: {Relevance})', {
      StrategyId: this.strategyId,
      Tokens: tokenEstimate,
      Relevance: relevance,
    });
  }
}

function unchangedText(): QuoteText {
  return (text) => text;
}
