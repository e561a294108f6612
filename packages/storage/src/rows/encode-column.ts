import type { Data, Float32, Utf8 } from 'apache-arrow';

import type { Arrow } from '../database/lance-module.js';
import type { ColumnDefinition } from '../schema/column.js';
import { toStoredString } from './stored-string.js';

/**
 * Encodes checked values of a column in Arrow's layout. Arrow's own builders are slower, and create buffers for an
 * empty column that the store rejects.
 */
export function encodeColumn(arrow: Arrow, definition: ColumnDefinition, values: readonly unknown[]): Data {
  const validity = { length: values.length, ...markPresent(values) };
  switch (definition.kind) {
    case 'string':
      return encodeStrings(arrow, values as readonly (string | undefined)[], validity);
    case 'string-list': {
      const lists = values as readonly (readonly string[] | undefined)[];
      const items = lists.flatMap((list) => list ?? []);
      const child = encodeStrings(arrow, items, { length: items.length, ...markPresent(items) });
      const valueOffsets = offsetsOf(lists.map((list) => list?.length ?? 0));
      const type = new arrow.List(new arrow.Field('item', new arrow.Utf8(), true));
      return arrow.makeData({ ...validity, type, valueOffsets, child });
    }
    case 'vector': {
      const child = encodeFloats(arrow, values as readonly (ArrayLike<number> | undefined)[], definition.dimension);
      const type = new arrow.FixedSizeList(definition.dimension, new arrow.Field('item', new arrow.Float32(), true));
      return arrow.makeData({ ...validity, type, child });
    }
    case 'byte-vector': {
      const data = new Int8Array(values.length * definition.dimension);
      copyVectors(data, values as readonly (Int8Array | undefined)[], definition.dimension);
      const child = arrow.makeData({ type: new arrow.Int8(), length: data.length, nullCount: 0, data });
      const type = new arrow.FixedSizeList(definition.dimension, new arrow.Field('item', new arrow.Int8(), true));
      return arrow.makeData({ ...validity, type, child });
    }
    case 'boolean':
      return arrow.makeData({
        ...validity,
        type: new arrow.Uint8(),
        data: Uint8Array.from(values, (value) => (value === true ? 1 : 0)),
      });
    case 'int32':
      return arrow.makeData({ ...validity, type: new arrow.Int32(), data: Int32Array.from(numbersOf(values)) });
    case 'float64':
      return arrow.makeData({ ...validity, type: new arrow.Float64(), data: Float64Array.from(numbersOf(values)) });
    case 'timestamp': {
      const data = BigInt64Array.from(numbersOf(values), BigInt);
      return arrow.makeData({ ...validity, type: new arrow.TimestampMillisecond(), data });
    }
  }
}

interface Validity {
  readonly length: number;
  readonly nullCount: number;
  readonly nullBitmap: Uint8Array;
}

function markPresent(values: readonly unknown[]): Omit<Validity, 'length'> {
  const nullCount = values.reduce<number>((count, value) => (value === undefined ? count + 1 : count), 0);
  return { nullCount, nullBitmap: bitmap(values, (value) => value !== undefined) };
}

function bitmap(values: readonly unknown[], isSet: (value: unknown) => boolean): Uint8Array {
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, index) => {
    if (isSet(value)) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  });
  return bits;
}

function encodeStrings(arrow: Arrow, values: readonly (string | undefined)[], validity: Validity): Data<Utf8> {
  const encoded = values.map((value) => Buffer.from(value === undefined ? '' : toStoredString(value), 'utf8'));
  const valueOffsets = offsetsOf(encoded.map(({ length }) => length));
  return arrow.makeData({ ...validity, type: new arrow.Utf8(), valueOffsets, data: Buffer.concat(encoded) });
}

function encodeFloats(
  arrow: Arrow,
  values: readonly (ArrayLike<number> | undefined)[],
  dimension: number,
): Data<Float32> {
  const data = new Float32Array(values.length * dimension);
  copyVectors(data, values, dimension);
  return arrow.makeData({ type: new arrow.Float32(), length: data.length, nullCount: 0, data });
}

function copyVectors(
  into: Float32Array | Int8Array,
  vectors: readonly (ArrayLike<number> | undefined)[],
  dimension: number,
): void {
  vectors.forEach((vector, index) => {
    if (vector !== undefined) into.set(vector, index * dimension);
  });
}

function numbersOf(values: readonly unknown[]): readonly number[] {
  return values.map((value) => (value as number | undefined) ?? 0);
}

function offsetsOf(lengths: readonly number[]): Int32Array {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + length;
  });
  return offsets;
}
