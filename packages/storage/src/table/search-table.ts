import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { Table as NativeTable, Query, VectorQuery } from '@lancedb/lancedb';

import type { Lance } from '../database/lance-module.js';
import { decodeNumbers, decodeRows, without } from '../rows/decode-rows.js';
import { toStoredString } from '../rows/stored-string.js';
import { isVector } from '../schema/column-value.js';
import type { AnySchema } from '../schema/table-schema.js';
import { partitionsFor, vectorIndexRows } from './table-indexes.js';
import { type ScoredHit, topHits } from './top-hits.js';

/** A row with its score; higher is better. */
export interface RowHit extends ScoredHit {
  readonly row: Record<string, unknown>;
}

interface SearchRequest {
  readonly limit: number;
  readonly where: string | undefined;
  /** Columns of the rows in the answer. */
  readonly names: readonly string[];
}

/** The rows with the greatest cosine similarity to a vector. */
export async function searchVector(
  native: NativeTable,
  schema: AnySchema,
  { vector, ...request }: SearchRequest & { readonly vector: Float32Array | readonly number[] },
): Promise<readonly RowHit[]> {
  const column = requireVector(schema, vector);
  // A zero vector has no angle to others.
  if (vector.every((value) => value === 0)) return [];
  return topHits(request.limit, (limit) => {
    const query = native
      .vectorSearch(Float32Array.from(vector))
      .column(column)
      .distanceType('cosine')
      .nprobes(partitionsFor(vectorIndexRows) / 8)
      .limit(limit);
    return collect(query, schema, request, { column: '_distance', toScore: similarityOf });
  });
}

/** The rows with the best BM25 score for some tokens. */
export async function searchText(
  { lance, native }: { readonly lance: Lance; readonly native: NativeTable },
  schema: AnySchema,
  { tokens, column, ...request }: SearchRequest & { readonly tokens: readonly string[]; readonly column: string },
): Promise<readonly RowHit[]> {
  if (!schema.textColumns.includes(column)) {
    throw new LexichordError(
      ErrorCode.invalidArgument,
      `Column "${column}" of table "${schema.name}" has no full-text index. Add it to the schema's textColumns.`,
      { details: { table: schema.name, column } },
    );
  }
  const words = toStoredString(tokens.join(' '));
  if (words.trim() === '') return [];
  return topHits(request.limit, (limit) => {
    const match = new lance.MatchQuery(words, column, { fuzziness: 0 });
    const query = native.query().fullTextSearch(match).limit(limit);
    return collect(query, schema, request, { column: '_score', toScore: (score) => score });
  });
}

async function collect(
  query: Query | VectorQuery,
  schema: AnySchema,
  { where, names }: SearchRequest,
  measure: { readonly column: string; readonly toScore: (value: number) => number },
): Promise<readonly RowHit[]> {
  const { key, columns } = schema;
  const isKeyWanted = names.includes(key);
  const withKey = isKeyWanted ? names : [...names, key];
  if (where !== undefined) query.where(where);
  const hits: RowHit[] = [];
  for await (const batch of query.select([...withKey, measure.column])) {
    const values = decodeNumbers(batch, measure.column);
    decodeRows(batch, columns, withKey).forEach((row, index) => {
      const score = measure.toScore(values[index] ?? Number.NaN);
      const hitKey = row[key] as string;
      if (Number.isFinite(score)) hits.push({ key: hitKey, score, row: isKeyWanted ? row : without(row, key) });
    });
  }
  return hits;
}

/** Similarity of a distance, which may be slightly below 0 because of rounding. */
function similarityOf(distance: number): number {
  return Math.max(-1, Math.min(1, 1 - distance));
}

function requireVector({ name, columns, vectorColumn }: AnySchema, vector: Float32Array | readonly number[]): string {
  const definition = vectorColumn === undefined ? undefined : columns[vectorColumn];
  if (vectorColumn === undefined || definition?.kind !== 'vector') {
    throw new LexichordError(ErrorCode.invalidArgument, `Table "${name}" has no vectors to search.`, {
      details: { table: name },
    });
  }
  if (isVector(vector, definition.dimension)) return vectorColumn;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `Table "${name}" is searched with ${definition.dimension} finite numbers; the vector has ${vector.length}, or one that is not finite.`,
    { details: { table: name, dimension: definition.dimension, length: vector.length } },
  );
}
