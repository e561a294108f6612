import type { CallOptions, TableReport } from '@lexichord/abstractions';
import { Turns } from '@lexichord/platform/internal';

import { LanceTable } from '../table/lance-table.js';
import { findCurrentSchema, openNative, openOrCreateTable, unreadableTable } from '../table/open-table.js';
import type { Table } from '../table/table.js';
import { type TableSchema, requireTableName } from '../schema/table-schema.js';
import type { StorageOptions } from '../storage-options.js';
import { copyTable, damagedCopyName, notAFolder } from './copy-table.js';
import type { IDatabase } from './database.js';
import { inspectTable } from './inspect-table.js';
import { requireIntactFiles } from './intact-files.js';
import { removeTableFolder } from '../durability/flush-marks.js';
import { removeTornCommits } from '../durability/remove-torn-commits.js';
import { faultOf } from '../errors/storage-error.js';
import type { StorageServices } from '../storage-services.js';
import { type StoreCall, StoreSession } from './store-session.js';
import { fingerprintFolder, listTableFolders, tableFolder } from './table-files.js';

const namesPerPage = 1_000;

/** LanceDB tables in a folder, in object storage, or at its remote service. */
export class LanceDatabase implements IDatabase {
  readonly address: string;
  readonly isReadOnly: boolean;
  private readonly session: StoreSession;
  /** Checked tables. One check is enough, because a power cut ends this process, too. */
  private readonly whole = new Set<string>();
  private readonly turns = new Turns();

  /** @throws {LexichordError} `storage-failed` for an invalid address; nothing is opened */
  constructor(options: StorageOptions, services: StorageServices) {
    this.session = new StoreSession(options, { ...services, logger: services.logger.forSource('LanceDatabase') });
    this.address = this.session.address.shown;
    this.isReadOnly = options.readOnly;
  }

  requireWritable(doing: string): void {
    this.session.requireWritable(doing);
  }

  async table<Row extends object>(schema: TableSchema<Row>, { signal }: CallOptions = {}): Promise<Table<Row>> {
    await this.requireWhole(schema.name, { signal });
    const opened = await this.session.write(schema.name, openOrCreateTable(schema), {
      doing: `open table "${schema.name}"`,
      signal,
    });
    if (opened.origin !== 'existing') {
      this.session.services.logger.info('Table {table} was {origin}', { table: schema.name, origin: opened.origin });
    }
    return new LanceTable<Row>(this.session, schema, opened);
  }

  async existingTable<Row extends object>(
    schema: TableSchema<Row>,
    { signal }: CallOptions = {},
  ): Promise<Table<Row> | undefined> {
    const call = { doing: `open table "${schema.name}"`, signal };
    await this.requireWhole(schema.name, { signal });
    if (this.root !== undefined && (await this.fingerprint(schema.name, { signal })) === undefined) return undefined;
    const found = await this.session.read(async (store) => {
      const native = await openNative(store, schema.name);
      if (native === undefined) return undefined;
      const arrowSchema = await findCurrentSchema(store, schema, native);
      if (arrowSchema === undefined && this.isReadOnly) throw await unreadableTable(schema, native);
      return { native, arrowSchema };
    }, call);
    if (found === undefined) return undefined;
    const { native, arrowSchema } = found;
    // Only a table that has to be migrated is opened as by a writer.
    if (arrowSchema === undefined) return this.table(schema, { signal });
    return new LanceTable<Row>(this.session, schema, { native, arrowSchema, origin: 'existing' });
  }

  async tableNames({ signal }: CallOptions = {}): Promise<readonly string[]> {
    const { root } = this;
    if (root !== undefined) return this.inFolder(() => listTableFolders(root), { doing: 'list the tables', signal });
    const names = await this.session.read(
      async ({ connection }) => {
        const all: string[] = [];
        for (;;) {
          const page = await connection.tableNames({ startAfter: all.at(-1), limit: namesPerPage });
          all.push(...page);
          if (page.length < namesPerPage) return all;
        }
      },
      { doing: 'list the tables', signal },
    );
    return names.sort();
  }

  async fingerprint(tableName: string, { signal }: CallOptions = {}): Promise<string | undefined> {
    requireTableName(tableName);
    const call = { doing: `look for table "${tableName}"`, signal };
    const { root } = this;
    if (root !== undefined) return this.inFolder(() => fingerprintFolder(tableFolder(root, tableName)), call);
    return this.session.read(async (store) => {
      const native = await openNative(store, tableName);
      if (native === undefined) return undefined;
      const newest = (await native.listVersions()).at(-1);
      return newest === undefined ? undefined : `${newest.version}-${newest.timestamp.getTime()}`;
    }, call);
  }

  async dropTable(tableName: string, { signal }: CallOptions = {}): Promise<void> {
    requireTableName(tableName);
    const call = { doing: `remove table "${tableName}"`, signal };
    this.requireWritable(call.doing);
    const { root } = this;
    if (root !== undefined) {
      // The store cannot drop a damaged table.
      await this.inFolder(() => removeTableFolder(tableFolder(root, tableName)), call);
      return;
    }
    await this.session.write(
      tableName,
      async ({ connection }) => {
        try {
          await connection.dropTable(tableName);
        } catch (error) {
          if (faultOf(error) !== 'not-found') throw error;
        }
      },
      call,
    );
  }

  async copyTable(tableName: string, { signal }: CallOptions = {}): Promise<string> {
    requireTableName(tableName);
    const { root } = this;
    this.requireWritable(`copy table "${tableName}"`);
    if (root === undefined) throw notAFolder(this.address);
    const copy = damagedCopyName(tableName, this.session.services.clock.now());
    await this.inFolder(() => copyTable(root, tableName, copy), { doing: `copy table "${tableName}"`, signal });
    return copy;
  }

  async inspect({ signal }: CallOptions = {}): Promise<readonly TableReport[]> {
    const reports: TableReport[] = [];
    for (const name of await this.tableNames({ signal })) {
      await this.removeTornCommits(name, { signal });
      reports.push(await inspectTable(this.session, name, { signal }));
    }
    return reports;
  }

  dispose(): Promise<void> {
    return this.session.close();
  }

  private get root(): string | undefined {
    const { address } = this.session;
    return address.kind === 'folder' ? address.path : undefined;
  }

  private async requireWhole(tableName: string, { signal }: CallOptions): Promise<void> {
    if (this.whole.has(tableName)) return;
    const { root } = this;
    const call = { doing: `open table "${tableName}"`, signal };
    // Torn commits are removed first: they need not be intact.
    await this.removeTornCommits(tableName, { signal });
    if (root !== undefined) await this.inFolder(() => requireIntactFiles(root, tableName, this.address), call);
    this.whole.add(tableName);
  }

  private async removeTornCommits(tableName: string, { signal }: CallOptions): Promise<void> {
    const call = { doing: `open table "${tableName}"`, signal };
    try {
      await removeTornCommits(this.session, tableName, call);
    } catch (error) {
      throw this.session.translate(error, call);
    }
  }

  /** Runs work on files, without loading the store's library. */
  private async inFolder<T>(work: () => T | Promise<T>, call: StoreCall): Promise<T> {
    call.signal?.throwIfAborted();
    try {
      // The checks are synchronous, so a reader in a loop would starve the event loop.
      await this.turns.yieldToEventLoop();
      this.session.requireConfined();
      return await work();
    } catch (error) {
      throw this.session.translate(error, call);
    }
  }
}
