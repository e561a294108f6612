import { type CallOptions, ErrorCode, isLexichordError } from '@lexichord/abstractions';
import type { IDatabase, Predicate, Table, TableSchema } from '@lexichord/storage';

/** Number of commits after which the table's files are joined, because readers open all of them. */
const commitsUntilOptimized = 8;

/** A table that is opened on first use, and created by the first write. */
export class OpenedTable<Row extends object> {
  private opened: Table<Row> | undefined;

  constructor(
    private readonly database: IDatabase,
    private readonly schema: TableSchema<Row>,
  ) {}

  /** The rows that satisfy a condition, in no particular order; none if the table does not exist. */
  async rows<Name extends keyof Row & string = keyof Row & string>(
    where: Predicate<Row>,
    { signal, columns }: CallOptions & { readonly columns?: readonly Name[] },
  ): Promise<readonly Pick<Row, Name>[]> {
    const rows = await this.read({ signal }, async (table) => {
      const all: Pick<Row, Name>[] = [];
      for await (const batch of table.scan({ where, columns, signal })) all.push(...batch);
      return all;
    });
    return rows ?? [];
  }

  /** The row with a key. */
  async row(key: string, options: CallOptions): Promise<Pick<Row, keyof Row & string> | undefined> {
    return this.read(options, async (table) => (await table.get([key], options)).get(key));
  }

  /** Reads from the table; `undefined` if it does not exist. */
  async read<T>(options: CallOptions, work: (table: Table<Row>) => Promise<T>): Promise<T | undefined> {
    const { opened } = this;
    if (opened !== undefined) {
      try {
        return await work(opened);
      } catch (error) {
        options.signal?.throwIfAborted();
        if (!isStorageError(error)) throw error;
        // Another process may have created the table again, which an open handle does not notice.
        this.opened = undefined;
      }
    }
    const table = await this.database.existingTable(this.schema, options);
    this.opened = table;
    return table === undefined ? undefined : work(table);
  }

  /** Commits, optimizes the table from time to time, and creates it if it does not exist. */
  async write<T>(options: CallOptions, work: (table: Table<Row>) => Promise<T>): Promise<T> {
    const table = (this.opened ??= await this.database.table(this.schema, options));
    try {
      const before = await table.version(options);
      const done = await work(table);
      const after = await table.version(options);
      const [turn, nextTurn] = [before, after].map((version) => Math.floor(version / commitsUntilOptimized));
      if (turn !== nextTurn) await this.optimize(options);
      return done;
    } catch (error) {
      // Opening the table again shows the commits of others at once.
      this.opened = undefined;
      throw error;
    }
  }

  /** Deletes the rows that satisfy a condition, and returns their number. Also removes files without readers. */
  async delete(where: Predicate<Row>, options: CallOptions): Promise<number> {
    const count = await this.read(options, (table) => table.count(where, options));
    if (count === undefined || count === 0) return 0;
    const deleted = await this.write(options, (table) => table.deleteWhere(where, options));
    await this.optimize(options);
    return deleted;
  }

  /** Joins files and removes deleted rows. A failure is ignored: commits are safe already. */
  async optimize(options: CallOptions): Promise<void> {
    try {
      await this.read(options, (table) => table.optimize(options));
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!isStorageError(error)) throw error;
    }
  }
}

/** Whether a table could not be read or written. */
export function isStorageError(error: unknown): boolean {
  return isLexichordError(error) && error.code === ErrorCode.storageFailed;
}
