import type {
  CallOptions,
  ContextFragment,
  ContextGatheringRequest,
  ContextRequest,
  GatherOptions,
  IKnowledgeContextStrategy,
  KnowledgeContextConfig,
  KnowledgeContextFragment,
  NothingGathered,
  ShortenOptions,
} from '@lexichord/abstractions';
import { isLexichordError } from '@lexichord/abstractions';
import type { IDatabase } from '@lexichord/storage';

import { factTableName } from './store/fact-tables.js';
import { emptyGraphMessage } from './strategy/empty-graph.js';
import { knowledgeDescriptor } from './strategy/knowledge-descriptor.js';

/** What stands behind {@link LateKnowledgeStrategy}. */
export interface LateStrategyParts {
  readonly database: IDatabase;
  /** Imports the strategy's code and makes it. Called once, unless it fails. */
  readonly load: () => Promise<IKnowledgeContextStrategy>;
  readonly configFor: (agentId: string) => KnowledgeContextConfig;
}

/**
 * The strategy, whose code is loaded when there is a graph to ask: most workspaces have none, and an assembly in them
 * should not wait for the code of a search.
 */
export class LateKnowledgeStrategy implements IKnowledgeContextStrategy {
  readonly strategyId = knowledgeDescriptor.strategyId;
  readonly displayName = knowledgeDescriptor.displayName;
  readonly priority = knowledgeDescriptor.priority;
  readonly maxTokens = knowledgeDescriptor.maxTokens;
  private loading: Promise<IKnowledgeContextStrategy> | undefined;

  constructor(private readonly parts: LateStrategyParts) {}

  async gather(
    request: ContextGatheringRequest,
    options: GatherOptions,
  ): Promise<ContextFragment | NothingGathered | undefined> {
    options.signal?.throwIfAborted();
    if (!(await this.isThereAGraph(options))) {
      return { nothing: 'empty', message: emptyGraphMessage };
    }
    return (await this.strategy()).gather(request, options);
  }

  async shorten(
    fragment: ContextFragment,
    maxTokens: number,
    options: ShortenOptions,
  ): Promise<ContextFragment | undefined> {
    return (await this.strategy()).shorten?.(fragment, maxTokens, options);
  }

  async getContext(request: ContextRequest, options?: CallOptions): Promise<KnowledgeContextFragment> {
    return (await this.strategy()).getContext(request, options);
  }

  async getKnowledgeContext(
    request: ContextRequest,
    config: KnowledgeContextConfig,
    options?: CallOptions,
  ): Promise<KnowledgeContextFragment> {
    return (await this.strategy()).getKnowledgeContext(request, config, options);
  }

  getConfigForAgent(agentId: string): KnowledgeContextConfig {
    return this.parts.configFor(agentId);
  }

  /** A store that cannot be read is for the strategy to report. */
  private async isThereAGraph({ signal }: CallOptions): Promise<boolean> {
    try {
      return (await this.parts.database.fingerprint(factTableName, { signal })) !== undefined;
    } catch (error) {
      signal?.throwIfAborted();
      if (isLexichordError(error)) return true;
      throw error;
    }
  }

  private strategy(): Promise<IKnowledgeContextStrategy> {
    // A failure is not kept: the next call may find what this one missed.
    this.loading ??= this.parts.load().catch((error: unknown) => {
      this.loading = undefined;
      throw error;
    });
    return this.loading;
  }
}
