import {
  type CheckReport,
  IEmbeddingProvider,
  type IStateCheck,
  type StateCheckOptions,
} from '@lexichord/abstractions';
import { CheckTally } from '@lexichord/platform/internal';
import { IDatabase } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { IFactStore } from '../graph/fact-store.js';
import { KnowledgeOptions } from '../knowledge-options.js';
import { checkFacts } from './check-facts.js';
import { checkVectors } from './check-vectors.js';

/** Checks the facts of the workspace, which are only reported, and the vectors of its entities, which can be made again. */
@injectable()
export class KnowledgeCheck implements IStateCheck {
  private readonly workspace: string;

  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(IFactStore) private readonly facts: IFactStore,
    @inject(IEmbeddingProvider) private readonly provider: IEmbeddingProvider,
    @inject(KnowledgeOptions) { workspace }: Pick<KnowledgeOptions, 'workspace'>,
  ) {
    this.workspace = workspace;
  }

  async run(options: StateCheckOptions = {}): Promise<readonly CheckReport[]> {
    const { signal } = options;
    const { database, workspace, provider } = this;
    const tally = (kind: string, name: string): CheckTally => new CheckTally({ kind, name }, options);
    const facts = tally('knowledge-facts', 'facts of the knowledge graph');
    const relationships = tally('knowledge-relationships', 'relationships of the knowledge graph');
    const vectors = tally('knowledge-vectors', 'vectors of entities');
    await checkFacts({ database, workspace }, { facts, relationships }, { signal });
    // A fact that cannot be read keeps the graph from being loaded, and its vectors from being compared.
    if (facts.report().problems === 0) {
      const graph = await this.facts.graph({ signal });
      await checkVectors({ graph, provider, database }, { tally: vectors, signal });
    }
    return [facts, relationships, vectors].map((one) => one.report());
  }
}
