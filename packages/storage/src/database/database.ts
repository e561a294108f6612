import { type CallOptions, type TableReport, type Token, token } from '@lexichord/abstractions';

import type { TableSchema } from '../schema/table-schema.js';
import type { Table } from '../table/table.js';

/** The tables at one address. Nothing is loaded or connected before the first table is needed. */
export interface IDatabase {
  /** The address, fit for logs and messages. */
  readonly address: string;

  /** Whether the database is read-only: every change of a table fails with `storage-read-only`. */
  readonly isReadOnly: boolean;

  /**
   * Checks at the beginning of an operation that its changes are allowed.
   *
   * @param doing operation for the message, such as `store facts`
   * @throws {LexichordError} `storage-read-only`
   */
  requireWritable(doing: string): void;

  /**
   * Opens a table; creates a missing one, and migrates an older one to the schema's version.
   *
   * @throws {LexichordError} `storage-failed` when it cannot be opened, was written by a newer version, or has other
   * columns and is not derived; `storage-read-only`
   */
  table<Row extends object>(schema: TableSchema<Row>, options?: CallOptions): Promise<Table<Row>>;

  /**
   * Opens a table without creating it: `undefined` for a missing one, which in a folder costs no more than a search for
   * a file.
   *
   * @throws {LexichordError} the errors of `table`; `storage-read-only` for a table of an earlier version, which would
   * have to be migrated first
   */
  existingTable<Row extends object>(schema: TableSchema<Row>, options?: CallOptions): Promise<Table<Row> | undefined>;

  /** Names of the tables, sorted by code unit. In a folder the store's library is not loaded. */
  tableNames(options?: CallOptions): Promise<readonly string[]>;

  /**
   * A short text that changes with every commit to the table, for caches beside it; `undefined` for a missing table. In
   * a folder it is derived from files' metadata, without loading the store's library.
   */
  fingerprint(tableName: string, options?: CallOptions): Promise<string | undefined>;

  /** Removes a table, also one that cannot be opened. Does nothing for a missing one. */
  dropTable(tableName: string, options?: CallOptions): Promise<void>;

  /**
   * Copies the files of a table to a folder beside it, `<name>.damaged-<time>`, before rows are removed permanently.
   *
   * @returns the name of the copy, which is flushed
   * @throws {LexichordError} `storage-failed` for an address that is no folder
   */
  copyTable(tableName: string, options?: CallOptions): Promise<string>;

  /** Rows, size and health of every table, by name. A damaged table is a finding, not an error. Reads all rows. */
  inspect(options?: CallOptions): Promise<readonly TableReport[]>;

  /** Waits for running writes and closes the connection. A second call does nothing; tables cannot be used after it. */
  dispose(): Promise<void>;
}
export const IDatabase: Token<IDatabase> = token('IDatabase');
