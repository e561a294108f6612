import type { RecordBatch, Vector } from 'apache-arrow';

import type { ColumnDefinition } from '../schema/column.js';
import { fromStoredString } from './stored-string.js';

type MutableRow = Record<string, unknown>;

/** The rows of a batch as plain objects, without the optional values that are absent. */
export function decodeRows(
  batch: RecordBatch,
  columns: Readonly<Record<string, ColumnDefinition>>,
  names: readonly string[],
): MutableRow[] {
  const rows: MutableRow[] = Array.from({ length: batch.numRows }, () => ({}));
  for (const name of names) {
    const vector = batch.getChild(name);
    const definition = columns[name];
    if (vector === null || definition === undefined) continue;
    const decode = decoderFor(definition);
    rows.forEach((row, index) => {
      const value: unknown = vector.get(index);
      if (value !== null) row[name] = decode(value);
    });
  }
  return rows;
}

/** The numbers of a column that the store adds, such as a score. */
export function decodeNumbers(batch: RecordBatch, name: string): readonly number[] {
  const vector = batch.getChild(name);
  return vector === null ? [] : Array.from({ length: batch.numRows }, (_, index) => Number(vector.get(index)));
}

/** A row without one of its values. */
export function without(row: Readonly<MutableRow>, name: string): MutableRow {
  return Object.fromEntries(Object.entries(row).filter(([other]) => other !== name));
}

function decoderFor({ kind }: ColumnDefinition): (value: unknown) => unknown {
  switch (kind) {
    case 'string':
      return (value) => fromStoredString(value as string);
    case 'string-list':
      return (value) => Array.from(value as Vector, (item) => fromStoredString(item as string));
    case 'vector':
      // A copy: the array would keep the whole batch in memory.
      return (value) => Float32Array.from((value as Vector).toArray() as Float32Array);
    case 'timestamp':
    case 'int32':
    case 'float64':
      return Number;
    case 'boolean':
      return Boolean;
  }
}
