import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { checksumColumn } from '../rows/row-checksum.js';
import { type ColumnDefinition, type Columns, type RowOf, column } from './column.js';

/** Changes that migrate a table from the previous version to this one. */
export interface MigrationStep {
  /** New columns, with their values for stored rows; `null` leaves an optional column empty. */
  readonly add?: Readonly<Record<string, string | number | boolean | null>>;
  /** Names of columns to remove. */
  readonly drop?: readonly string[];
  /** Adds checksums to stored rows: the step from which the table is checksummed. */
  readonly addChecksums?: true;
}

/** A feature's description of a table; {@link defineTable} turns it into a checked {@link TableSchema}. */
export interface TableDefinition<C extends Columns> {
  /** Letters, digits, `_`, `.` and `-`; at most 100 characters, not beginning with a dot. */
  readonly name: string;
  /** From 1; raised with every change to the columns. */
  readonly version: number;
  readonly columns: C;
  /** The required string column that identifies a row. */
  readonly key: keyof C & string;
  /**
   * String columns that {@link Table.textSearch} can search. Their content is text that the feature has already
   * cut into tokens, joined by spaces: nothing is lower-cased, stemmed or left out.
   */
  readonly textColumns?: readonly (keyof C & string)[];
  /**
   * Columns that get an index when the table is optimized: for numbers, strings or times a sorted one from 5,000 rows
   * on, so that conditions do not read the whole column; for a vector one for {@link Table.vectorSearch}, from 20,000
   * rows on. Rows that were written since are found, too. Not the key.
   */
  readonly indexedColumns?: readonly (keyof C & string)[];
  /**
   * Whether every row can be rebuilt. A derived table with other columns, or without a migration, is emptied when it is
   * opened, and its {@link Table.origin} is `rebuilt`; any other one is rejected. Damage is only handled by
   * `repairDatabase`.
   */
  readonly derived: boolean;
  /**
   * Whether every row is stored with a checksum, which reading verifies; for rows that cannot be rebuilt. Reading some
   * columns then reads all of them. Default: false.
   */
  readonly checksummed?: boolean;
  /** Migrations from the previous version, by version. `rebuild` requires `derived`. */
  readonly migrations?: Readonly<Record<number, MigrationStep | 'rebuild'>>;
}

/** A checked description of a table. `Row` is the type of its rows. */
export interface TableSchema<Row extends object> {
  readonly name: string;
  readonly version: number;
  readonly columns: Readonly<Record<string, ColumnDefinition>>;
  readonly key: keyof Row & string;
  readonly textColumns: readonly (keyof Row & string)[];
  readonly indexedColumns: readonly (keyof Row & string)[];
  /** The only column of kind `vector`, if there is one. */
  readonly vectorColumn: (keyof Row & string) | undefined;
  readonly derived: boolean;
  /** Stored columns, including that of the checksum, if there is one. */
  readonly storedColumns: Readonly<Record<string, ColumnDefinition>>;
  /** The row's columns in the order of checksums; `undefined` for a table without checksums. */
  readonly checksumNames: readonly string[] | undefined;
  readonly migrations: Readonly<Record<number, MigrationStep | 'rebuild'>>;
}

/** A schema of rows of any type. */
export type AnySchema = Pick<
  TableSchema<Record<string, unknown>>,
  | 'name'
  | 'version'
  | 'columns'
  | 'storedColumns'
  | 'checksumNames'
  | 'key'
  | 'textColumns'
  | 'indexedColumns'
  | 'vectorColumn'
  | 'derived'
  | 'migrations'
>;

const columnName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/u;
const tableName = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}$/u;

/**
 * Checks a table's description.
 *
 * @throws {LexichordError} `invalid-argument` naming the problem
 */
export function defineTable<const C extends Columns>(definition: TableDefinition<C>): TableSchema<RowOf<C>> {
  const { name, version, columns, key, textColumns = [], indexedColumns = [], derived, migrations = {} } = definition;
  requireTableName(name);
  const problem = findProblem(definition);
  if (problem !== undefined) {
    throw new LexichordError(ErrorCode.invalidArgument, `The schema of table "${name}" is invalid: ${problem}.`, {
      details: { table: name, problem },
    });
  }
  const vectorColumn = Object.keys(columns).find((candidate) => columns[candidate]?.kind === 'vector');
  const { checksummed = false } = definition;
  // Optional, because rows of an earlier version lack it until they are migrated.
  const checksum = { [checksumColumn]: column.optional(column.string()) };
  const schema = {
    ...{ name, version, columns, key, textColumns, indexedColumns, vectorColumn, derived, migrations },
    storedColumns: checksummed ? { ...columns, ...checksum } : columns,
    checksumNames: checksummed ? Object.keys(columns).sort() : undefined,
  };
  // The names are those of the row's own columns.
  return schema as unknown as TableSchema<RowOf<C>>;
}

/**
 * Rejects table names that the store would misinterpret, or crash on.
 *
 * @throws {LexichordError} `invalid-argument`
 */
export function requireTableName(name: string): void {
  if (tableName.test(name)) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `${JSON.stringify(name.slice(0, 120))} is not a table name: use 1 to 100 of A-Z, a-z, 0-9, "_", "-" and ".", not beginning with a dot.`,
    { details: { table: name.slice(0, 120) } },
  );
}

function findProblem<C extends Columns>(definition: TableDefinition<C>): string | undefined {
  const { version, columns, key, textColumns = [], indexedColumns = [], derived, migrations = {} } = definition;
  const definitions = Object.entries(columns);
  if (!Number.isInteger(version) || version < 1) return `version ${version} is not a whole number from 1`;
  const badName = definitions.find(([name]) => !columnName.test(name));
  if (badName !== undefined)
    return `${JSON.stringify(badName[0])} is not a column name (a letter, then letters, digits, "_")`;
  // Some operations of the store compare column names without case.
  if (new Set(definitions.map(([name]) => name.toLowerCase())).size < definitions.length) {
    return 'two columns differ only in case';
  }
  if (definition.checksummed === true && Object.hasOwn(columns, checksumColumn))
    return `"${checksumColumn}" is the reserved name of the checksum column`;
  if (
    definition.checksummed === true &&
    [...textColumns, ...definitions.filter(([, { kind }]) => kind === 'vector')].length > 0
  )
    return 'it has checksums, but also columns whose search would not verify them';
  const vectors = definitions.filter(([, { kind }]) => kind === 'vector');
  if (vectors.length > 1) return 'it has more than one vector column';
  const dimension = vectors[0]?.[1].kind === 'vector' ? vectors[0][1].dimension : 1;
  if (!Number.isInteger(dimension) || dimension < 1)
    return `its vector's dimension ${dimension} is not a whole number from 1`;
  const keyColumn = Object.hasOwn(columns, key) ? columns[key] : undefined;
  if (keyColumn?.kind !== 'string' || keyColumn.optional) return `its key "${key}" is not a required string column`;
  const badText = textColumns.find((name) => !Object.hasOwn(columns, name) || columns[name]?.kind !== 'string');
  if (badText !== undefined) return `its text column "${badText}" is not a string column`;
  const badIndex = indexedColumns.find((name) => name === key || !isIndexable(columns, name));
  if (badIndex !== undefined)
    return `its indexed column "${badIndex}" is the key, or not a column of numbers, strings, times or a vector`;
  if (!derived && Object.values(migrations).includes('rebuild')) return 'only a derived table can be rebuilt';
  return undefined;
}

/** The kinds of values that an index can be made of. */
const indexableKinds: ReadonlySet<string> = new Set(['string', 'int32', 'float64', 'timestamp', 'vector']);

function isIndexable(columns: Columns, name: string): boolean {
  const definition = Object.hasOwn(columns, name) ? columns[name] : undefined;
  return definition !== undefined && indexableKinds.has(definition.kind);
}
