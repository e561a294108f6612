import { type CallOptions, type TableReport, type Token, token } from '@lexichord/abstractions';

import type { TableSchema } from '../schema/table-schema.js';
import type { Table } from '../table/table.js';

/** The tables at one address. Nothing is loaded or connected before the first table is needed. */
export interface IDatabase {
  /** The address, fit for logs and messages. */
  readonly address: string;

  /** Whether nothing may be written here: everything that would change a table is refused with `storage-read-only`. */
  readonly isReadOnly: boolean;

  /**
   * To be called at the beginning of work that ends with a change, so that it is refused before it is done.
   *
   * @param doing such as `store facts`
   * @throws {LexichordError} `storage-read-only`
   */
  requireWritable(doing: string): void;

  /**
   * Opens a table; creates it where it is not there, and brings an older one up to the schema's version.
   *
   * @throws {LexichordError} `storage-failed` when it cannot be opened, was written by a newer version, or has other
   * columns and is not derived; `storage-read-only`
   */
  table<Row extends object>(schema: TableSchema<Row>, options?: CallOptions): Promise<Table<Row>>;

  /**
   * Opens a table for a reader that must not create one: `undefined` where it is not there. In a folder that costs no more
   * than looking for a file.
   *
   * @throws {LexichordError} what `table` throws; `storage-read-only` for a table of an earlier version, which would
   * have to be changed first
   */
  existingTable<Row extends object>(schema: TableSchema<Row>, options?: CallOptions): Promise<Table<Row> | undefined>;

  /** Names of the tables, sorted by code unit. In a folder the store's library is not loaded. */
  tableNames(options?: CallOptions): Promise<readonly string[]>;

  /**
   * A short text that differs after every commit to the table, `undefined` where there is no such table; for caches
   * beside it. In a folder it is read from file names without loading the store's library.
   */
  fingerprint(tableName: string, options?: CallOptions): Promise<string | undefined>;

  /** Removes a table, also one that cannot be opened. Does nothing where there is none. */
  dropTable(tableName: string, options?: CallOptions): Promise<void>;

  /**
   * Copies the files of a table as they are to a folder beside it, `<name>.damaged-<time>`, before rows are removed for good.
   *
   * @returns the name of the copy, which is on the disk
   * @throws {LexichordError} `storage-failed` for an address that is no folder
   */
  copyTable(tableName: string, options?: CallOptions): Promise<string>;

  /** Rows, size and health of every table, by name. A damaged table is a finding, not an error. Reads all rows. */
  inspect(options?: CallOptions): Promise<readonly TableReport[]>;

  /** Waits for writes under way and frees what is open. A second call does nothing; tables cannot be used after it. */
  dispose(): Promise<void>;
}
export const IDatabase: Token<IDatabase> = token('IDatabase');
