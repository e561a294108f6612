import type { CallOptions } from '@lexichord/abstractions';

import type { Predicate } from '../predicates/predicate.js';

/** How `IDatabase.table` obtained the table. `created` and `rebuilt` tables are empty. */
export type TableOrigin = 'created' | 'existing' | 'migrated' | 'rebuilt';

/** Columns to read; default: all. Fewer are faster, especially without the vector. */
export interface SelectOptions<Row, Name extends keyof Row & string = keyof Row & string> extends CallOptions {
  readonly columns?: readonly Name[] | undefined;
}

/** Rows to read, and the size of batches; default: all rows. */
export interface ScanOptions<Row, Name extends keyof Row & string> extends SelectOptions<Row, Name> {
  readonly where?: Predicate<Row> | undefined;
  /** Maximum number of rows in a batch. Default: 1,024. */
  readonly batchSize?: number | undefined;
}

/** Rows of a scan by columns. Invalid after the next batch is requested. */
export interface ColumnBatch<Row> {
  readonly length: number;
  /** Reads a column of the row at an index. Every call decodes the value. */
  readonly read: { readonly [Name in keyof Row]-?: (index: number) => Row[Name] };
}

/** Options of a search for the best rows. */
export interface SearchOptions<Row, Name extends keyof Row & string> extends SelectOptions<Row, Name> {
  /** Maximum number of hits, from 1. */
  readonly limit: number;
  /** Applied before the search, so that up to `limit` hits are found. */
  readonly where?: Predicate<Row> | undefined;
}

/** Options of a text search in a column. */
export interface TextSearchOptions<Row, Name extends keyof Row & string> extends SearchOptions<Row, Name> {
  /** One of the schema's text columns. */
  readonly column: keyof Row & string;
}

/** A hit of a vector search. */
export interface VectorHit<Row> {
  readonly row: Row;
  /** Cosine similarity, -1 to 1. */
  readonly similarity: number;
}

/** A hit of a text search. */
export interface TextHit<Row> {
  readonly row: Row;
  /** BM25, above 0. Only comparable within an answer, because it depends on the other rows of the table. */
  readonly score: number;
}

/** Condition that a row has not been changed since it was read. */
export interface RowGuard<Row> {
  readonly key: string;
  /** A string column. */
  readonly column: keyof Row & string;
  /** Value that the row must have; `undefined`: there must be no such row. */
  readonly value: string | undefined;
}

/** Options of a write; by default in batches, without a condition. */
export interface UpsertOptions<Row> extends CallOptions {
  /**
   * Whether all rows are written in a single, atomic commit. Memory grows with the rows: 60 MB for 30,000 of 500 bytes.
   * Default: false.
   */
  readonly isOneCommit?: boolean | undefined;
  /**
   * Writes, in a single commit, only if the guarded row has not been changed since it was read: two writers that guard
   * the same row never overwrite each other's changes unnoticed. The guarded row must be among the rows, with a new
   * value in the column. Its deletion meanwhile is not detected.
   */
  readonly onlyIf?: RowGuard<Row> | undefined;
}

/**
 * Counts of the acknowledged commits, without successful commits whose answer was lost.
 */
export interface UpsertReport {
  readonly inserted: number;
  readonly updated: number;
  /** Versions of the table that the commits created; versions between them belong to other writers. */
  readonly versions: readonly number[];
}

/** Result of a clean-up of a table. */
export interface OptimizeReport {
  /** Number of files of rows that were joined into fewer. */
  readonly compactedFiles: number;
  /** Number of removed superseded versions of the table. */
  readonly removedVersions: number;
  /** Columns with an index, in the schema's order. */
  readonly indexedColumns: readonly string[];
  /** Whether a step was left to the next call because of conflicts with other writers. */
  readonly postponed: boolean;
}

/**
 * Rows of one type, found by key, condition, words or vector. Every read sees the newest commit of any process; one
 * `upsert` of at most a batch, or with {@link UpsertOptions.isOneCommit}, and one `deleteWhere` are one commit.
 *
 * Everything rejects with `storage-failed` when the store cannot be read or written, with `invalid-argument` when the
 * caller's values do not fit the schema, and with the signal's reason when cancelled. A cancelled write may still have
 * been committed.
 */
export interface Table<Row extends object> {
  readonly name: string;
  readonly origin: TableOrigin;

  /**
   * Inserts rows, and replaces those with an existing key. Written in batches by default; when it rejects, earlier
   * batches stay committed. Safe to repeat.
   *
   * @throws {LexichordError} `invalid-argument` for two rows with one key, a vector of another dimension, a number that
   * is not finite, a value of another type, an unknown column, a guard that is no string column or not among the rows;
   * then nothing is written
   * @throws {LexichordError} `storage-failed` with `details.fault` `outdated` if the guarded row has another value;
   * then nothing is written
   */
  upsert(rows: readonly Row[], options?: UpsertOptions<Row>): Promise<UpsertReport>;

  /** Deletes the rows that satisfy the predicate. @returns their number */
  deleteWhere(predicate: Predicate<Row>, options?: CallOptions): Promise<number>;

  /** The rows with these keys, by key, in the given order. Missing keys have no entry. */
  get<Name extends keyof Row & string = keyof Row & string>(
    keys: readonly string[],
    options?: SelectOptions<Row, Name>,
  ): Promise<ReadonlyMap<string, Pick<Row, Name>>>;

  /** All rows that satisfy a predicate, in batches, in no particular order, from a snapshot at the beginning. */
  scan<Name extends keyof Row & string = keyof Row & string>(
    options?: ScanOptions<Row, Name>,
  ): AsyncIterable<readonly Pick<Row, Name>[]>;

  /** Like {@link scan}, for reading very many rows without creating objects and unused values. */
  scanColumns<Name extends keyof Row & string = keyof Row & string>(
    options?: Omit<ScanOptions<Row, Name>, 'batchSize'>,
  ): AsyncIterable<ColumnBatch<Pick<Row, Name>>>;

  count(where?: Predicate<Row>, options?: CallOptions): Promise<number>;

  /** The rows nearest to a vector, most similar first, then by key. Vectors of length 0 are never found. */
  vectorSearch<Name extends keyof Row & string = keyof Row & string>(
    vector: Float32Array | readonly number[],
    options: SearchOptions<Row, Name>,
  ): Promise<readonly VectorHit<Pick<Row, Name>>[]>;

  /**
   * The rows whose text column has at least one of the tokens, best first, then by key. Rows that were written after
   * the last {@link optimize} are found too. Tokens are compared exactly; ASCII white space within one
   * separates tokens, other white space is part of them.
   */
  textSearch<Name extends keyof Row & string = keyof Row & string>(
    tokens: readonly string[],
    options: TextSearchOptions<Row, Name>,
  ): Promise<readonly TextHit<Pick<Row, Name>>[]>;

  /**
   * Optimizes the table after writes: full-text indexes, sorted ones from 5,000 rows on, a vector index from 20,000
   * rows on, few files, no old versions beyond the grace period of the database. Cheap if nothing was written.
   */
  optimize(options?: CallOptions): Promise<OptimizeReport>;

  /** Facts stored with the table, such as the embedding provider's id. They survive everything except a rebuild. */
  readMetadata(options?: CallOptions): Promise<Readonly<Record<string, string>>>;

  /** Sets facts; `undefined` removes one. Others stay unchanged. */
  writeMetadata(changes: Readonly<Record<string, string | undefined>>, options?: CallOptions): Promise<void>;

  /** Number of the newest commit; rises with every write, by any process, and also by {@link optimize}. */
  version(options?: CallOptions): Promise<number>;

  /** Removes the table with all its rows. The handle is then invalid. */
  drop(options?: CallOptions): Promise<void>;
}
