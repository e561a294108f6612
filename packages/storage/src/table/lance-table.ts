import { type CallOptions, ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { RecordBatch } from 'apache-arrow';

import type { StoreCall, StoreSession } from '../database/store-session.js';
import type { Predicate } from '../predicates/predicate.js';
import { renderPredicate } from '../predicates/render-predicate.js';
import { sqlColumn, sqlString } from '../predicates/sql-literal.js';
import { decodeColumns, decodeRows, pick, without } from '../rows/decode-rows.js';
import { checksumColumn, requireUnaltered } from '../rows/row-checksum.js';
import type { AnySchema } from '../schema/table-schema.js';
import type { OpenedTable } from './open-table.js';
import { optimizeTable } from './optimize-table.js';
import { searchText, searchVector } from './search-table.js';
import { readFacts, writeFacts } from './table-metadata.js';
import type {
  ColumnBatch,
  OptimizeReport,
  ScanOptions,
  SearchOptions,
  SelectOptions,
  Table,
  TableOrigin,
  TextHit,
  TextSearchOptions,
  UpsertOptions,
  UpsertReport,
  VectorHit,
} from './table.js';
import { upsertRows } from './upsert-rows.js';

/** Maximum number of keys in an expression. */
const keysPerLookup = 1_000;
const defaultScanBatch = 1_024;
/** Rows per batch of the store: each batch costs as much as reading a thousand rows. */
const rowsPerRead = 8_192;

type AnyRow = Record<string, unknown>;

/** A table of LanceDB. */
export class LanceTable<Row extends object> implements Table<Row> {
  readonly name: string;
  readonly origin: TableOrigin;

  constructor(
    private readonly session: StoreSession,
    private readonly schema: AnySchema,
    private readonly opened: OpenedTable,
  ) {
    this.name = schema.name;
    this.origin = opened.origin;
  }

  async upsert(
    rows: readonly Row[],
    { isOneCommit = false, onlyIf, signal }: UpsertOptions<Row> = {},
  ): Promise<UpsertReport> {
    const { schema, opened } = this;
    const request = { rows: rows as readonly AnyRow[], isOneCommit, onlyIf, signal };
    return upsertRows(this.session, { schema, opened }, request);
  }

  async deleteWhere(predicate: Predicate<Row>, options: CallOptions = {}): Promise<number> {
    const sql = this.render(predicate);
    const deleted = await this.session.write(
      this.name,
      () => this.opened.native.delete(sql),
      this.call('delete from', options),
    );
    return deleted.numDeletedRows;
  }

  async get<Name extends keyof Row & string = keyof Row & string>(
    keys: readonly string[],
    options: SelectOptions<Row, Name> = {},
  ): Promise<ReadonlyMap<string, Pick<Row, Name>>> {
    const { schema } = this;
    const names = this.selected(options.columns);
    const withKey = names.includes(schema.key) ? names : [...names, schema.key];
    const distinct = [...new Set(keys)];
    const found = new Map<string, AnyRow>();
    for (let start = 0; start < distinct.length; start += keysPerLookup) {
      const list = distinct.slice(start, start + keysPerLookup).map(sqlString);
      const where = `${sqlColumn(schema.key)} IN (${list.join(', ')})`;
      for await (const rows of this.batches({ where, names: withKey }, options)) {
        for (const row of rows) found.set(row[schema.key] as string, row);
      }
    }
    const isKeyWanted = names.includes(schema.key);
    return new Map(
      distinct.flatMap((key): [string, Pick<Row, Name>][] => {
        const row = found.get(key);
        if (row === undefined) return [];
        return [[key, (isKeyWanted ? row : without(row, schema.key)) as Pick<Row, Name>]];
      }),
    );
  }

  async *scan<Name extends keyof Row & string = keyof Row & string>(
    options: ScanOptions<Row, Name> = {},
  ): AsyncGenerator<readonly Pick<Row, Name>[], void, undefined> {
    const where = options.where === undefined ? undefined : this.render(options.where);
    const query = { where, names: this.selected(options.columns), batchSize: options.batchSize };
    for await (const rows of this.batches(query, options)) yield rows as unknown as readonly Pick<Row, Name>[];
  }

  async *scanColumns<Name extends keyof Row & string = keyof Row & string>(
    options: Omit<ScanOptions<Row, Name>, 'batchSize'> = {},
  ): AsyncGenerator<ColumnBatch<Pick<Row, Name>>, void, undefined> {
    const where = options.where === undefined ? undefined : this.render(options.where);
    const names = this.selected(options.columns);
    for await (const batch of this.recordBatches({ where, names }, options)) {
      if (this.schema.checksumNames !== undefined) this.decode(batch, []);
      const read = decodeColumns(batch, this.schema.columns, names) as ColumnBatch<Pick<Row, Name>>['read'];
      yield { length: batch.numRows, read };
    }
  }

  async count(where?: Predicate<Row>, options: CallOptions = {}): Promise<number> {
    const sql = where === undefined ? undefined : this.render(where);
    return this.session.read(() => this.opened.native.countRows(sql), this.call('count rows of', options));
  }

  async vectorSearch<Name extends keyof Row & string = keyof Row & string>(
    vector: Float32Array | readonly number[],
    options: SearchOptions<Row, Name>,
  ): Promise<readonly VectorHit<Pick<Row, Name>>[]> {
    const request = this.searchRequest(options);
    const hits = await this.session.read(
      () => searchVector(this.opened.native, this.schema, { ...request, vector }),
      this.call('search', options),
    );
    return hits.map(({ row, score }) => ({ row: row as Pick<Row, Name>, similarity: score }));
  }

  async textSearch<Name extends keyof Row & string = keyof Row & string>(
    tokens: readonly string[],
    options: TextSearchOptions<Row, Name>,
  ): Promise<readonly TextHit<Pick<Row, Name>>[]> {
    const request = this.searchRequest(options);
    const hits = await this.session.read(
      ({ lance }) =>
        searchText({ lance, native: this.opened.native }, this.schema, { ...request, tokens, column: options.column }),
      this.call('search', options),
    );
    return hits.map(({ row, score }) => ({ row: row as Pick<Row, Name>, score }));
  }

  async optimize(options: CallOptions = {}): Promise<OptimizeReport> {
    return optimizeTable(this.session, this.schema, this.opened.native, options);
  }

  async readMetadata(options: CallOptions = {}): Promise<Readonly<Record<string, string>>> {
    const { native } = this.opened;
    const stored = await this.session.read(() => native.schema(), this.call('read', options));
    return readFacts(stored, this.schema.key);
  }

  async writeMetadata(changes: Readonly<Record<string, string | undefined>>, options: CallOptions = {}): Promise<void> {
    const { native } = this.opened;
    const call = this.call('write to', options);
    await this.session.write(this.name, () => writeFacts(native, this.schema.key, changes), call);
  }

  async version(options: CallOptions = {}): Promise<number> {
    return this.session.read(() => this.opened.native.version(), this.call('read', options));
  }

  async drop(options: CallOptions = {}): Promise<void> {
    const call = this.call('remove', options);
    await this.session.write(this.name, ({ connection }) => connection.dropTable(this.name), call);
  }

  private async *batches(
    {
      where,
      names,
      batchSize = defaultScanBatch,
    }: { where?: string | undefined; names: readonly string[]; batchSize?: number | undefined },
    options: CallOptions,
  ): AsyncGenerator<AnyRow[], void, undefined> {
    for await (const batch of this.recordBatches({ where, names }, options)) {
      const rows = this.decode(batch, names);
      for (let start = 0; start < rows.length; start += batchSize) yield rows.slice(start, start + batchSize);
    }
  }

  private async *recordBatches(
    { where, names }: { where?: string | undefined; names: readonly string[] },
    options: CallOptions,
  ): AsyncGenerator<RecordBatch, void, undefined> {
    const call = this.call('read', options);
    const query = await this.session.read(() => Promise.resolve(this.opened.native.query()), call);
    if (where !== undefined) query.where(where);
    // The library's iterator does the same in batches of 1,024 rows.
    const batches = query.select([...this.readNames(names)])['execute']({ maxBatchLength: rowsPerRead });
    yield* this.session.readEach(batches, call);
  }

  /** Columns that must be read for the named ones: all, if the table has checksums. */
  private readNames(names: readonly string[]): readonly string[] {
    const { checksumNames } = this.schema;
    return checksumNames === undefined ? names : [...checksumNames, checksumColumn];
  }

  /** Decodes some columns of a batch, after a check of the rows' checksums. */
  private decode(batch: RecordBatch, names: readonly string[]): AnyRow[] {
    const { name, key, storedColumns, checksumNames } = this.schema;
    const rows = decodeRows(batch, storedColumns, this.readNames(names));
    if (checksumNames === undefined) return rows;
    const unaltered = requireUnaltered(rows, { name, key, names: checksumNames });
    return names.length === checksumNames.length ? unaltered : unaltered.map((row) => pick(row, names));
  }

  private searchRequest({ limit, where, columns }: SearchOptions<Row, keyof Row & string>): {
    readonly limit: number;
    readonly where: string | undefined;
    readonly names: readonly string[];
  } {
    if (!Number.isInteger(limit) || limit < 1) {
      throw new LexichordError(
        ErrorCode.invalidArgument,
        `A search's limit must be a whole number from 1, not ${limit}.`,
        {
          details: { limit },
        },
      );
    }
    return { limit, where: where === undefined ? undefined : this.render(where), names: this.selected(columns) };
  }

  private render(predicate: Predicate<Row>): string {
    return renderPredicate(predicate, this.schema.columns);
  }

  private selected(columns: readonly string[] | undefined): readonly string[] {
    const unknown = columns?.find((name) => !Object.hasOwn(this.schema.columns, name));
    if (unknown === undefined) return columns ?? Object.keys(this.schema.columns);
    throw new LexichordError(
      ErrorCode.invalidArgument,
      `Table "${this.name}" has no column ${JSON.stringify(unknown)}.`,
      {
        details: { table: this.name, column: unknown },
      },
    );
  }

  private call(verb: string, { signal }: CallOptions): StoreCall {
    return { doing: `${verb} table "${this.name}"`, signal };
  }
}
