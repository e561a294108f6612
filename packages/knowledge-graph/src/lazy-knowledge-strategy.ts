import {
  type CallOptions,
  type ContextRequest,
  type IKnowledgeContextStrategy,
  type KnowledgeContextConfig,
  type KnowledgeContextFragment,
  isLexichordError,
} from '@lexichord/abstractions';
import { LazyStrategy } from '@lexichord/context-strategy';
import type { IDatabase } from '@lexichord/storage';

import { factTableName } from './store/fact-tables.js';
import { emptyGraphMessage, knowledgeDescriptor } from './strategy/knowledge-descriptor.js';

/** The parts of {@link LazyKnowledgeStrategy}. */
export interface LazyKnowledgeParts {
  readonly database: IDatabase;
  /** Runs before a program's query, as assemblies check before they gather; throws if the licence does not allow it. */
  readonly check: () => void;
  /** Imports the strategy's code and creates it. Called once, unless it fails. */
  readonly load: () => Promise<IKnowledgeContextStrategy>;
  readonly configFor: (agentId: string) => KnowledgeContextConfig;
}

/**
 * The strategy; its code is loaded only if there is a graph: most workspaces have none, and an assembly in them should
 * not wait for the code of a search.
 */
export class LazyKnowledgeStrategy
  extends LazyStrategy<IKnowledgeContextStrategy>
  implements IKnowledgeContextStrategy
{
  private readonly check: LazyKnowledgeParts['check'];
  private readonly configFor: LazyKnowledgeParts['configFor'];

  constructor({ database, check, load, configFor }: LazyKnowledgeParts) {
    super({
      descriptor: knowledgeDescriptor,
      load,
      whyNothing: async (_request, options) =>
        (await isThereAGraph(database, options)) ? undefined : { nothing: 'empty', message: emptyGraphMessage },
    });
    this.check = check;
    this.configFor = configFor;
  }

  async getContext(request: ContextRequest, options?: CallOptions): Promise<KnowledgeContextFragment> {
    this.check();
    return (await this.loaded()).getContext(request, options);
  }

  async getKnowledgeContext(
    request: ContextRequest,
    config: KnowledgeContextConfig,
    options?: CallOptions,
  ): Promise<KnowledgeContextFragment> {
    this.check();
    return (await this.loaded()).getKnowledgeContext(request, config, options);
  }

  getConfigForAgent(agentId: string): KnowledgeContextConfig {
    return this.configFor(agentId);
  }
}

/** Whether there is a graph; if the store cannot be read, the strategy reports the error. */
async function isThereAGraph(database: IDatabase, { signal }: CallOptions): Promise<boolean> {
  try {
    return (await database.fingerprint(factTableName, { signal })) !== undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (isLexichordError(error)) return true;
    throw error;
  }
}
