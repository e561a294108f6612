import type { DataType, Schema } from 'apache-arrow';
import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import type { Arrow } from '../database/lance-module.js';
import { column, type ColumnDefinition } from './column.js';

/**
 * Marks the key, so that two concurrent inserts of the same new key conflict, and the second is repeated. Without it,
 * both succeed and the row is duplicated (measured: 700 rows of 250).
 */
const primaryKeyMark = 'lance-schema:unenforced-primary-key:position';

/** Definitions by name of the Arrow type; the inverse of `toArrowType`. */
const definitionsByType: Readonly<Record<string, ColumnDefinition>> = {
  Utf8: column.string(),
  Int32: column.int32(),
  Float64: column.float64(),
  Uint8: column.boolean(),
  'Timestamp<MILLISECOND>': column.timestamp(),
  'List<Utf8>': column.stringList(),
};

/** Converts columns to an Arrow schema; `keyMetadata` is stored with the key's field. */
export function toArrowSchema(
  arrow: Arrow,
  { storedColumns, key }: { readonly storedColumns: Readonly<Record<string, ColumnDefinition>>; readonly key: string },
  keyMetadata: Readonly<Record<string, string>> = {},
): Schema {
  const metadata = new Map([[primaryKeyMark, '1'], ...Object.entries(keyMetadata)]);
  return new arrow.Schema(
    Object.entries(storedColumns).map(
      ([name, definition]) =>
        new arrow.Field(name, toArrowType(arrow, definition), name !== key, name === key ? metadata : undefined),
    ),
  );
}

/** Name of the key of a stored table; empty for a table that is not ours. */
export function keyOf({ fields }: Schema): string {
  return fields.find(({ metadata }) => metadata.has(primaryKeyMark))?.name ?? '';
}

/** The Arrow type of a column's values. */
export function toArrowType(arrow: Arrow, definition: ColumnDefinition): DataType {
  switch (definition.kind) {
    case 'string':
      return new arrow.Utf8();
    case 'int32':
      return new arrow.Int32();
    case 'float64':
      return new arrow.Float64();
    case 'boolean':
      // 0 and 1: Arrow's writer drops the bits of a batch of Bool that has no value, which the store then refuses.
      return new arrow.Uint8();
    case 'timestamp':
      return new arrow.TimestampMillisecond();
    case 'string-list':
      return new arrow.List(new arrow.Field('item', new arrow.Utf8(), true));
    case 'vector':
      return new arrow.FixedSizeList(definition.dimension, new arrow.Field('item', new arrow.Float32(), true));
    case 'byte-vector':
      return new arrow.FixedSizeList(definition.dimension, new arrow.Field('item', new arrow.Int8(), true));
  }
}

/** Describes the difference between expected and stored columns; `undefined` if they are equal. */
export function describeDifference(expected: Schema, actual: Schema): string | undefined {
  const stored = new Map(actual.fields.map((field) => [field.name, String(field.type)]));
  const differences = expected.fields.flatMap((field) => {
    const type = stored.get(field.name);
    stored.delete(field.name);
    if (type === undefined) return [`"${field.name}" is missing`];
    return type === String(field.type) ? [] : [`"${field.name}" is ${type} instead of ${String(field.type)}`];
  });
  const all = [...differences, ...[...stored.keys()].map((name) => `"${name}" is unknown`)];
  return all.length === 0 ? undefined : all.join(', ');
}

/**
 * The columns of a stored table, all as optional, because the store does not record that.
 *
 * @throws {LexichordError} `storage-failed` for an unsupported type
 */
export function columnsOf(schema: Schema): Readonly<Record<string, ColumnDefinition>> {
  return Object.fromEntries(schema.fields.map(({ name, type }) => [name, definitionOf(name, String(type))]));
}

function definitionOf(name: string, type: string): ColumnDefinition {
  const [, dimension, item] = /^FixedSizeList\[(\d+)\]<(Float32|Int8)>$/u.exec(type) ?? [];
  const vectorOf = item === 'Int8' ? column.byteVector : column.vector;
  const definition = dimension === undefined ? definitionsByType[type] : vectorOf(Number(dimension));
  if (definition !== undefined) return column.optional(definition);
  throw new LexichordError(
    ErrorCode.storageFailed,
    `Column "${name}" has the type ${type}, which Lexichord never uses.`,
    {
      details: { column: name, type, fault: 'damaged' },
    },
  );
}
