import type { Table as NativeTable } from '@lancedb/lancedb';

import type { Lance } from '../database/lance-module.js';
import { faultOf } from '../errors/storage-error.js';
import type { AnySchema } from '../schema/table-schema.js';

/**
 * Rows from which a vector index pays: comparing with every vector is exact, and takes 94 ms of CPU at 100,000 rows of
 * 256 dimensions.
 */
export const vectorIndexRows = 20_000;

/** Rows from which a sorted index pays: a column of 100,000 numbers is read in 5 ms, looked up in 2.5 ms. */
export const sortedIndexRows = 5_000;

/** The longest token that is indexed, far beyond any; the default, 40, leaves longer ones out without a word. */
const maxTokenLength = 2_147_483_647;

/** Whether every text column has its index. */
export async function hasTextIndexes(
  native: NativeTable,
  { textColumns }: Pick<AnySchema, 'textColumns'>,
): Promise<boolean> {
  if (textColumns.length === 0) return true;
  const indexed = new Set((await native.listIndices()).flatMap(({ columns }) => columns));
  return textColumns.every((column) => indexed.has(column));
}

/**
 * Makes the full-text indexes that a table does not have. It needs them from the beginning: without one the store
 * searches with a tokenizer of its own, with one also the rows that the index does not have yet are searched by its rules.
 */
export async function createMissingTextIndexes(
  { lance }: { readonly lance: Lance },
  native: NativeTable,
  { textColumns }: Pick<AnySchema, 'textColumns'>,
): Promise<void> {
  if (textColumns.length === 0) return;
  const indexed = new Set((await native.listIndices()).flatMap(({ columns }) => columns));
  for (const column of textColumns) {
    if (indexed.has(column)) continue;
    const config = lance.Index.fts({
      baseTokenizer: 'whitespace',
      withPosition: false,
      lowercase: false,
      stem: false,
      removeStopWords: false,
      asciiFolding: false,
      maxTokenLength,
    });
    try {
      await native.createIndex(column, { config, replace: false });
    } catch (error) {
      // Another process has created it meanwhile.
      if (faultOf(error) !== 'exists') throw error;
    }
  }
}

/**
 * Makes the vector index, if one is wanted, when the table has grown to need it. IVF_FLAT: the quantised kinds take a hundred times as
 * long to build and find less (recall@10 .982 at 100,000 x 256 with 8 of 64 partitions).
 */
export async function createMissingVectorIndex(
  { lance }: { readonly lance: Lance },
  native: NativeTable,
  { vectorColumn, indexedColumns }: Pick<AnySchema, 'vectorColumn' | 'indexedColumns'>,
): Promise<void> {
  if (vectorColumn === undefined || !indexedColumns.includes(vectorColumn)) return;
  const rows = await native.countRows();
  if (rows < vectorIndexRows) return;
  const indexed = (await native.listIndices()).some(({ columns }) => columns.includes(vectorColumn));
  if (indexed) return;
  const config = lance.Index.ivfFlat({
    numPartitions: partitionsFor(rows),
    distanceType: 'cosine',
    sampleRate: 32,
    maxIterations: 20,
  });
  await native.createIndex(vectorColumn, { config, replace: false });
}

/**
 * Makes the sorted indexes when the table has grown to need them. The key never has one: the store then merges rows in
 * another way, which nothing here has been tried with.
 */
export async function createMissingSortedIndexes(
  { lance }: { readonly lance: Lance },
  native: NativeTable,
  { indexedColumns, vectorColumn }: Pick<AnySchema, 'indexedColumns' | 'vectorColumn'>,
): Promise<void> {
  const sorted = indexedColumns.filter((column) => column !== vectorColumn);
  if (sorted.length === 0 || (await native.countRows()) < sortedIndexRows) return;
  const indexed = new Set((await native.listIndices()).flatMap(({ columns }) => columns));
  for (const column of sorted) {
    if (!indexed.has(column)) await native.createIndex(column, { config: lance.Index.btree(), replace: false });
  }
}

/** 64 at 100,000 rows, and with the square root of their number beyond. */
export function partitionsFor(rows: number): number {
  return Math.max(64, Math.round(Math.sqrt(rows) / 5));
}
