import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { Schema } from 'apache-arrow';

import { type ColumnDefinition, column } from './column.js';

/** By the name of the Arrow type; the counterpart of `toArrowType`. */
const kinds: Readonly<Record<string, ColumnDefinition>> = {
  Utf8: column.string(),
  Int32: column.int32(),
  Float64: column.float64(),
  Uint8: column.boolean(),
  'Timestamp<MILLISECOND>': column.timestamp(),
  'List<Utf8>': column.stringList(),
};

/**
 * The columns of a stored table, all of them optional: what they are for, nobody says.
 *
 * @throws {LexichordError} `storage-failed` for a type that no table of ours has
 */
export function columnsOf(schema: Schema): Readonly<Record<string, ColumnDefinition>> {
  return Object.fromEntries(schema.fields.map(({ name, type }) => [name, definitionOf(name, String(type))]));
}

function definitionOf(name: string, type: string): ColumnDefinition {
  const dimension = /^FixedSizeList\[(\d+)\]<Float32>$/u.exec(type)?.[1];
  const definition = dimension === undefined ? kinds[type] : column.vector(Number(dimension));
  if (definition !== undefined) return column.optional(definition);
  throw new LexichordError(
    ErrorCode.storageFailed,
    `Column "${name}" has the type ${type}, which Lexichord never makes.`,
    {
      details: { column: name, type, fault: 'damaged' },
    },
  );
}
