import type { CallOptions, IEmbeddingProvider } from '@lexichord/abstractions';
import { type CheckTally, isSameVector, vectorOfServer } from '@lexichord/platform/internal';
import type { IDatabase } from '@lexichord/storage';

import type { KnowledgeGraph } from '../graph/knowledge-graph.js';
import { textsOf } from '../search/entity-vectors.js';
import { type VectorRow, readVectors, writeVectors } from '../search/vector-store.js';

/** What vectors are compared with. */
export interface VectorSource {
  readonly graph: KnowledgeGraph;
  readonly provider: IEmbeddingProvider;
  readonly database: IDatabase;
}

const notUsed = 'of texts that no entity has any more';

/** Makes the vectors of entities again and compares them; a wrong one is replaced where repairs are wanted. */
export async function checkVectors(
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
        problem: 'It is not the vector of its text.',
        done: 'It was made again.',
        advice: '"lexichord doctor --deep --repair" makes it again.',
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
