import type { CallOptions } from '@lexichord/abstractions';

import type { Predicate } from '../predicates/predicate.js';

/** How `IDatabase.table` came by the table. After `created` and `rebuilt` it is empty. */
export type TableOrigin = 'created' | 'existing' | 'migrated' | 'rebuilt';

/** Which columns of the rows to read; all when absent. Fewer are faster, above all without the vector. */
export interface SelectOptions<Row, Name extends keyof Row & string = keyof Row & string> extends CallOptions {
  readonly columns?: readonly Name[] | undefined;
}

/** Which rows are read, in batches of which size; all when absent. */
export interface ScanOptions<Row, Name extends keyof Row & string> extends SelectOptions<Row, Name> {
  readonly where?: Predicate<Row> | undefined;
  /** Most rows in a batch. Default 1,024. */
  readonly batchSize?: number | undefined;
}

/** Rows of a scan, column by column. Of no use after the next batch has been asked for. */
export interface ColumnBatch<Row> {
  readonly length: number;
  /** Reads one column of the row at an index. Every call decodes anew. */
  readonly read: { readonly [Name in keyof Row]-?: (index: number) => Row[Name] };
}

/** Options of a search for the best rows. */
export interface SearchOptions<Row, Name extends keyof Row & string> extends SelectOptions<Row, Name> {
  /** Maximum number of hits, from 1. */
  readonly limit: number;
  /** Applied before the search, so that `limit` hits are found if there are as many. */
  readonly where?: Predicate<Row> | undefined;
}

/** A search by words, in one column. */
export interface TextSearchOptions<Row, Name extends keyof Row & string> extends SearchOptions<Row, Name> {
  /** One of the schema's text columns. */
  readonly column: keyof Row & string;
}

/** A row found by its vector. */
export interface VectorHit<Row> {
  readonly row: Row;
  /** Cosine similarity, -1 to 1. */
  readonly similarity: number;
}

/** A row found by its words. */
export interface TextHit<Row> {
  readonly row: Row;
  /** BM25, above 0. Comparable within one answer only: it depends on what else the table holds. */
  readonly score: number;
}

/** A row that must still be as it was read. */
export interface RowGuard<Row> {
  readonly key: string;
  /** A string column. */
  readonly column: keyof Row & string;
  /** Value that the row must have; `undefined`: there must be no such row. */
  readonly value: string | undefined;
}

/** How rows are written; by default in batches, whatever was changed meanwhile. */
export interface UpsertOptions<Row> extends CallOptions {
  /**
   * All rows in one commit, however many: everything is written or nothing, and no reader sees a part of it. Memory grows
   * with the rows: 60 MB for 30,000 of 500 bytes. Default false.
   */
  readonly isOneCommit?: boolean | undefined;
  /**
   * Writes, in one commit, only if another row has not been changed since it was read; two writers that guard the same
   * row never overwrite each other's work unseen. The guarded row must be among the rows, with another value in the
   * column. That it has been deleted meanwhile is not noticed.
   */
  readonly onlyIf?: RowGuard<Row> | undefined;
}

/**
 * Counts of the acknowledged commits; a commit whose answer got lost, and which turned out to be made, counts nowhere.
 */
export interface UpsertReport {
  readonly inserted: number;
  readonly updated: number;
  /** The versions of the table that its commits made; any between them are of other writers. */
  readonly versions: readonly number[];
}

/** Result of a clean-up of a table. */
export interface OptimizeReport {
  /** Files of rows that were joined into fewer. */
  readonly compactedFiles: number;
  /** Superseded versions of the table that were removed. */
  readonly removedVersions: number;
  /** Columns that have an index now, in the schema's order. */
  readonly indexedColumns: readonly string[];
  /** Whether another writer was at work all the time, so that a step was left for the next call. */
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
   * Inserts rows, and replaces those whose key is already there. Written in batches unless the options say otherwise;
   * when it rejects, the batches before have been committed. Safe to repeat.
   *
   * @throws {LexichordError} `invalid-argument` for two rows with one key, a vector of another dimension, a number that
   * is not finite, a value of another type, an unknown column, a guard that is no string column or not among the rows;
   * nothing has been written then
   * @throws {LexichordError} `storage-failed` with `details.fault` `outdated` when the guarded row is there with another
   * value; nothing has been written then
   */
  upsert(rows: readonly Row[], options?: UpsertOptions<Row>): Promise<UpsertReport>;

  /** Deletes the rows that satisfy the predicate and gives their number. */
  deleteWhere(predicate: Predicate<Row>, options?: CallOptions): Promise<number>;

  /** The rows with these keys, by key, in the order asked for. A key that is not there has no entry. */
  get<Name extends keyof Row & string = keyof Row & string>(
    keys: readonly string[],
    options?: SelectOptions<Row, Name>,
  ): Promise<ReadonlyMap<string, Pick<Row, Name>>>;

  /** All rows that satisfy a predicate, in batches, in no particular order, as of the moment it begins. */
  scan<Name extends keyof Row & string = keyof Row & string>(
    options?: ScanOptions<Row, Name>,
  ): AsyncIterable<readonly Pick<Row, Name>[]>;

  /** As {@link scan}, for reading very many rows without an object for each, and without values that are not used. */
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
   * Makes the table fast and small after writing: full-text indexes, from 5,000 rows sorted ones, from 20,000 a vector
   * index, few files, no old versions beyond the grace period of the database. Costs nothing to speak of when nothing
   * was written.
   */
  optimize(options?: CallOptions): Promise<OptimizeReport>;

  /** Facts kept with the table, such as the embedding provider's id. They survive everything but a rebuild. */
  readMetadata(options?: CallOptions): Promise<Readonly<Record<string, string>>>;

  /** Sets facts; `undefined` removes one. Others stay as they are. */
  writeMetadata(changes: Readonly<Record<string, string | undefined>>, options?: CallOptions): Promise<void>;

  /** Number of the newest commit; rises with every write, by any process, and also by {@link optimize}. */
  version(options?: CallOptions): Promise<number>;

  /** Removes the table with all its rows. The handle is of no further use. */
  drop(options?: CallOptions): Promise<void>;
}
