import type { ColumnDefinition } from './column.js';

/** Latest instant that a `Date` can hold, in milliseconds. */
const maxTimestamp = 8.64e15;

/** Whether a column of this kind can hold the value. Absence is not a value. */
export function fitsColumn(definition: ColumnDefinition, value: unknown): boolean {
  switch (definition.kind) {
    case 'string':
      return typeof value === 'string';
    case 'int32':
      return typeof value === 'number' && (value | 0) === value;
    case 'float64':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'timestamp':
      return Number.isInteger(value) && Math.abs(value as number) <= maxTimestamp;
    case 'string-list':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'vector':
      return isVector(value, definition.dimension);
    case 'byte-vector':
      return isTyped(value, 'Int8Array') && (value as Int8Array).length === definition.dimension;
  }
}

/**
 * Whether a value is a vector of this dimension. The store itself silently fills short vectors with nulls and cuts long
 * ones. Numbers must be finite as 32-bit floats, in which they are stored.
 */
export function isVector(value: unknown, dimension: number): boolean {
  if (!(Array.isArray(value) || isTyped(value, 'Float32Array'))) return false;
  if ((value as ArrayLike<unknown>).length !== dimension) return false;
  for (const item of value as ArrayLike<unknown> & Iterable<unknown>) {
    if (typeof item !== 'number' || !Number.isFinite(Math.fround(item))) return false;
  }
  return true;
}

/** Checks the tag, because an array may come from another realm, such as a worker's or a test runner's. */
function isTyped(value: unknown, name: 'Float32Array' | 'Int8Array'): boolean {
  return ArrayBuffer.isView(value) && (value as { [Symbol.toStringTag]?: string })[Symbol.toStringTag] === name;
}
