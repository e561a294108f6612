import type { CallOptions } from '@lexichord/abstractions';
import { type IDatabase, type RowOf, type Table, column, defineTable, missing, not, oneOf } from '@lexichord/storage';

import { searchTableNames } from '../store/index-tables.js';
import { decodeSymbols } from './symbol-row.js';
import type { SymbolFile } from './symbol-table.js';

/** Raised when the encoding of symbols changes; a table of another version is rebuilt. */
const tableVersion = 1;

const extractorKey = 'extractor';

/** Maximum number of keys in one condition. */
const keysAtOnce = 500;

const columns = {
  filePath: column.string(),
  /** Hash of the text of the symbols. */
  contentHash: column.string(),
  /** See `encodeSymbols`; empty for a file without symbols. */
  symbols: column.string(),
};

/** The stored symbols of a file. */
export type SymbolRow = RowOf<typeof columns>;

const symbolTable = defineTable({
  name: searchTableNames.symbols,
  version: tableVersion,
  columns,
  key: 'filePath',
  derived: true,
});

/** The table of symbols, with one row for each file that has symbols. */
export class SymbolStore {
  private constructor(
    private readonly table: Table<SymbolRow>,
    /** Whether it is empty, or has no symbols of this extractor. */
    readonly isNew: boolean,
  ) {}

  /** Opens the table for writing. */
  static async open(database: IDatabase, extractor: string, options: CallOptions): Promise<SymbolStore> {
    const table = await database.table(symbolTable, options);
    const { [extractorKey]: found } = await table.readMetadata(options);
    return new SymbolStore(table, table.origin !== 'existing' || found !== extractor);
  }

  /** Opens the table for reading; `undefined` if there is none. */
  static async openExisting(database: IDatabase, options: CallOptions): Promise<SymbolStore | undefined> {
    const table = await database.existingTable(symbolTable, options);
    return table === undefined ? undefined : new SymbolStore(table, false);
  }

  /**
   * Restarts the table: removes all symbols and notes the new extractor. Call it after removing the rows of the files:
   * a table with an extractor counts as complete.
   */
  async begin(extractor: string, options: CallOptions): Promise<void> {
    await this.table.deleteWhere(not(missing('filePath')), options);
    await this.table.writeMetadata({ [extractorKey]: extractor }, options);
  }

  /** See `Table.version`. */
  async version(options: CallOptions): Promise<number> {
    return this.table.version(options);
  }

  /** Hashes of the texts of the stored symbols, by path. */
  async contentHashes(options: CallOptions): Promise<ReadonlyMap<string, string>> {
    const hashes = new Map<string, string>();
    const columns = ['filePath', 'contentHash'] as const;
    for await (const rows of this.table.scan({ ...options, columns })) {
      for (const { filePath, contentHash } of rows) hashes.set(filePath, contentHash);
    }
    return hashes;
  }

  async write(rows: readonly SymbolRow[], options: CallOptions): Promise<void> {
    if (rows.length > 0) await this.table.upsert(rows, options);
  }

  async remove(filePaths: readonly string[], options: CallOptions): Promise<void> {
    for (let start = 0; start < filePaths.length; start += keysAtOnce) {
      await this.table.deleteWhere(oneOf('filePath', filePaths.slice(start, start + keysAtOnce)), options);
    }
  }

  /** Optimizes the table after many commits. */
  async optimize(options: CallOptions): Promise<void> {
    await this.table.optimize(options);
  }

  /** The symbols of files whose indexed text is the same. Damaged rows are left out. */
  async *files(hashes: ReadonlyMap<string, string | undefined>, options: CallOptions): AsyncGenerator<SymbolFile> {
    for await (const rows of this.table.scan(options)) {
      for (const { filePath: path, contentHash, symbols: encoded } of rows) {
        if (encoded === '' || hashes.get(path) !== contentHash) continue;
        const symbols = decodeSymbols(encoded);
        if (symbols !== undefined) yield { path, contentHash, symbols };
      }
    }
  }
}
