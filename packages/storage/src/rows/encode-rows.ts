import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { RecordBatch, Schema, Table as ArrowTable } from 'apache-arrow';

import type { Arrow } from '../database/lance-module.js';
import { fitsColumn } from '../schema/column-value.js';
import type { ColumnDefinition } from '../schema/column.js';
import { encodeColumn } from './encode-column.js';
import { checksumColumn, rowChecksum } from './row-checksum.js';

type Row = Readonly<Record<string, unknown>>;

/** The part of a table's schema for checking rows. */
export interface RowShape {
  readonly name: string;
  readonly key: string;
  readonly columns: Readonly<Record<string, ColumnDefinition>>;
  readonly storedColumns: Readonly<Record<string, ColumnDefinition>>;
  readonly checksumNames: readonly string[] | undefined;
}

/**
 * Checks rows before a write.
 *
 * @throws {LexichordError} `invalid-argument` naming the column, and the row by its index: a key may be private
 */
export function requireRowsFit(shape: RowShape, rows: readonly Row[]): void {
  const columns = Object.entries(shape.columns);
  const keys = new Set<unknown>();
  rows.forEach((row, index) => {
    for (const [name, definition] of columns) {
      const value = Object.hasOwn(row, name) ? row[name] : undefined;
      if (value === undefined ? !definition.optional : !fitsColumn(definition, value)) {
        throw badRow(shape.name, index, `its "${name}" ${describeMisfit(definition, value)}`);
      }
    }
    const unknown = Object.keys(row).find((name) => !Object.hasOwn(shape.columns, name));
    if (unknown !== undefined) throw badRow(shape.name, index, `"${unknown}" is not a column of the table`);
    if (keys.has(row[shape.key])) throw badRow(shape.name, index, 'an earlier row has the same key');
    keys.add(row[shape.key]);
  });
}

/**
 * Encodes checked rows as an Arrow table, column by column: far cheaper than LanceDB's own conversion of objects. In
 * batches, because the strings of a column in a batch may take at most 2 GB.
 */
export function encodeRows(
  arrow: Arrow,
  schema: Schema,
  shape: RowShape,
  batches: readonly (readonly Row[])[],
): ArrowTable {
  return new arrow.Table(
    schema,
    batches.map((rows) => encodeBatch(arrow, schema, { shape, rows })),
  );
}

function encodeBatch(
  arrow: Arrow,
  schema: Schema,
  { shape, rows }: { readonly shape: RowShape; readonly rows: readonly Row[] },
): RecordBatch {
  const { checksumNames } = shape;
  const valueOf = (row: Row, name: string): unknown =>
    name === checksumColumn && checksumNames !== undefined ? rowChecksum(row, checksumNames) : row[name];
  const children = schema.fields.map(({ name }) => {
    const definition = shape.storedColumns[name];
    if (definition === undefined)
      throw new LexichordError(ErrorCode.internal, `Column "${name}" is not in the schema.`);
    return encodeColumn(
      arrow,
      definition,
      rows.map((row) => valueOf(row, name)),
    );
  });
  const data = arrow.makeData({ type: new arrow.Struct(schema.fields), length: rows.length, nullCount: 0, children });
  return new arrow.RecordBatch(schema, data);
}

function describeMisfit(definition: ColumnDefinition, value: unknown): string {
  if (value === undefined) return 'is missing';
  if (definition.kind === 'byte-vector') return `is no Int8Array of ${definition.dimension} numbers`;
  if (definition.kind !== 'vector') return `is no ${definition.kind} value`;
  const { dimension } = definition;
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  const length = isList ? (value as unknown as ArrayLike<unknown>).length : dimension;
  return `is no vector of ${dimension} finite numbers${length === dimension ? '' : ` but has ${length}`}`;
}

function badRow(table: string, index: number, problem: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `Row ${index} cannot be written to table "${table}": ${problem}. Nothing was written.`,
    { details: { table, row: index, problem } },
  );
}
