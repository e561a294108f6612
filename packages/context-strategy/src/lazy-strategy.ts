import type {
  CallOptions,
  ContextFragment,
  ContextGatheringRequest,
  GatherOptions,
  IContextStrategy,
  NothingGathered,
  ShortenOptions,
  StrategyDescriptor,
} from '@lexichord/abstractions';

/** The descriptor and the loader of the strategy of a {@link LazyStrategy}. */
export interface LazyStrategyParts<Strategy extends IContextStrategy> {
  readonly descriptor: StrategyDescriptor;
  /** Imports the strategy's code and makes it. Called once, unless it fails. */
  readonly load: () => Promise<Strategy>;
  /** The reason why a request does not need the code; `undefined` if it does. */
  readonly whyNothing: (
    request: ContextGatheringRequest,
    options: CallOptions,
  ) => NothingGathered | undefined | Promise<NothingGathered | undefined>;
}

/** A strategy whose code is loaded only for requests that need it, so that other assemblies do not wait for it. */
export class LazyStrategy<Strategy extends IContextStrategy = IContextStrategy> implements IContextStrategy {
  readonly strategyId: string;
  readonly displayName: string;
  readonly priority: number;
  readonly maxTokens: number;
  private loading: Promise<Strategy> | undefined;

  constructor(private readonly parts: LazyStrategyParts<Strategy>) {
    const { strategyId, displayName, priority, maxTokens } = parts.descriptor;
    this.strategyId = strategyId;
    this.displayName = displayName;
    this.priority = priority;
    this.maxTokens = maxTokens;
  }

  async gather(
    request: ContextGatheringRequest,
    options: GatherOptions,
  ): Promise<ContextFragment | NothingGathered | undefined> {
    options.signal?.throwIfAborted();
    const nothing = await this.parts.whyNothing(request, { signal: options.signal });
    return nothing ?? (await this.loaded()).gather(request, options);
  }

  async shorten(
    fragment: ContextFragment,
    maxTokens: number,
    options: ShortenOptions,
  ): Promise<ContextFragment | undefined> {
    return (await this.loaded()).shorten?.(fragment, maxTokens, options);
  }

  protected loaded(): Promise<Strategy> {
    // A failure is not cached: the next call may succeed.
    this.loading ??= this.parts.load().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }
}
