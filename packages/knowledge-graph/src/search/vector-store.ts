import { createHash } from 'node:crypto';

import type { CallOptions } from '@lexichord/abstractions';
import { column, defineTable, type IDatabase, missing, not, type RowOf, type TableSchema } from '@lexichord/storage';

/** Vectors of entities. Derived: lost ones are computed again. */
export const vectorTableName = 'knowledge-vectors';

/** Metadata key of the embedding provider's id. */
const providerKey = 'provider';

function vectorColumns(dimension: number) {
  return {
    /** Hash of the embedded text. */
    textHash: column.string(),
    vector: column.vector(dimension),
  };
}

/** A text's vector. */
export type VectorRow = RowOf<ReturnType<typeof vectorColumns>>;

function vectorTable(dimension: number): TableSchema<VectorRow> {
  return defineTable({
    name: vectorTableName,
    version: 1,
    columns: vectorColumns(dimension),
    key: 'textHash',
    derived: true,
  });
}

/** The provider of the vectors. */
export interface VectorOrigin {
  readonly id: string;
  readonly dimension: number;
}

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Reads the stored vectors in no particular order; none if they are of another provider. */
export async function* readVectors(
  database: IDatabase,
  { id, dimension }: VectorOrigin,
  { signal }: CallOptions,
): AsyncGenerator<VectorRow> {
  const table = await database.existingTable(vectorTable(dimension), { signal });
  if (table === undefined) return;
  const { [providerKey]: provider } = await table.readMetadata({ signal });
  if (provider !== id) return;
  for await (const rows of table.scan({ signal })) {
    for (const { textHash: hash, vector } of rows) yield { textHash: hash, vector };
  }
}

/** Stores vectors, and deletes those of another provider first. */
export async function writeVectors(
  database: IDatabase,
  rows: readonly VectorRow[],
  { id, dimension, signal }: VectorOrigin & CallOptions,
): Promise<void> {
  const table = await database.table(vectorTable(dimension), { signal });
  const { [providerKey]: provider } = await table.readMetadata({ signal });
  if (provider !== id) {
    await table.deleteWhere(not(missing('textHash')), { signal });
    await table.writeMetadata({ [providerKey]: id }, { signal });
  }
  await table.upsert(rows, { signal });
}

/**
 * Deletes vectors of texts that no entity has any more, once the table has more than twice the wanted ones plus 1000.
 */
export async function pruneVectors(
  database: IDatabase,
  wanted: ReadonlySet<string>,
  { id, dimension, signal }: VectorOrigin & CallOptions,
): Promise<void> {
  const table = await database.existingTable(vectorTable(dimension), { signal });
  if (table === undefined || (await table.count(undefined, { signal })) <= 2 * wanted.size + 1_000) return;
  const kept: VectorRow[] = [];
  for await (const row of readVectors(database, { id, dimension }, { signal }))
    if (wanted.has(row.textHash)) kept.push(row);
  await table.deleteWhere(not(missing('textHash')), { signal });
  await table.upsert(kept, { signal });
  await table.optimize({ signal });
}

/**
 * Tables of the knowledge graph that can be rebuilt from the others, so that a repair may remove them: by name, how
 * each is rebuilt.
 */
export const derivedKnowledgeTables: Readonly<Record<string, string>> = {
  [vectorTableName]:
    'The next "lexichord knowledge import" of any file, changed or not, rebuilds it for all facts. Until then, ' +
    'entities of a large graph are found by words only.',
};
