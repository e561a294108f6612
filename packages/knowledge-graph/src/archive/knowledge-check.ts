import {
  type CallOptions,
  type CheckReport,
  IEmbeddingProvider,
  type IStateCheck,
  type StateCheckOptions,
} from '@lexichord/abstractions';
import { CheckTally, vectorOfServer } from '@lexichord/platform/internal';
import { isSameVector } from '@lexichord/text-index/internal';
import { IDatabase } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { IFactStore } from '../graph/fact-store.js';
import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { KnowledgeOptions } from '../knowledge-options.js';
import { textsOf } from '../search/entity-vectors.js';
import { readVectors, type VectorRow, writeVectors } from '../search/vector-store.js';
import { checkFacts } from './check-facts.js';

/**
 * Checks the facts of the workspace, which are only reported, and the vectors of its entities, which can be computed
 * again.
 */
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
    // A fact that cannot be read prevents loading the graph, and so comparing its vectors.
    if (facts.report().problems === 0) {
      const graph = await this.facts.graph({ signal });
      await checkVectors({ graph, provider, database }, { tally: vectors, signal });
    }
    return [facts, relationships, vectors].map((one) => one.report());
  }
}

/** Services for comparing vectors. */
interface VectorSource {
  readonly graph: KnowledgeGraph;
  readonly provider: IEmbeddingProvider;
  readonly database: IDatabase;
}

const notUsed = 'of texts without an entity';

/** Computes the vectors of entities again and compares them; wrong ones are replaced if repairs are requested. */
async function checkVectors(
  { graph, provider, database }: VectorSource,
  { tally, signal }: CallOptions & { readonly tally: CheckTally },
): Promise<void> {
  const texts = textsOf(graph.entities, provider.maxChars);
  const right: VectorRow[] = [];
  const compare = async (rows: readonly VectorRow[]): Promise<void> => {
    const vectors = await provider.embed(
      rows.map((row) => texts.get(row.textHash)?.text ?? ''),
      'document',
      { signal },
    );
    for (const [index, { textHash, vector }] of rows.entries()) {
      tally.count();
      const expected = vectors[index];
      if (expected === undefined || isSameVector(vector, expected)) continue;
      right.push({ textHash, vector: expected });
      tally.findMendable({
        subject: textHash,
        problem: 'It does not match its text.',
        done: 'It was rebuilt.',
        advice: 'Run "lexichord doctor --deep --repair" to rebuild it.',
      });
    }
  };
  let batch: VectorRow[] = [];
  for await (const row of readVectors(database, provider, { signal })) {
    signal?.throwIfAborted();
    if (!texts.has(row.textHash)) tally.leave(notUsed);
    else if (provider.isRepeatable !== true) tally.leave(vectorOfServer);
    else batch.push(row);
    if (batch.length < provider.maxBatch) continue;
    await compare(batch);
    batch = [];
  }
  if (batch.length > 0) await compare(batch);
  if (!tally.repairs || right.length === 0) return;
  const { id, dimension } = provider;
  await writeVectors(database, right, { id, dimension, signal });
}
