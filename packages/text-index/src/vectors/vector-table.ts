import { isDeepStrictEqual } from 'node:util';

import { dotProducts } from './dot-products.js';

/**
 * Vectors with one byte per component: saves three quarters of the memory, and loses an eighth of a percent of
 * similarity.
 */
export interface VectorTable {
  readonly dimension: number;
  /** Factor of each row's numbers; 0 for a text without a vector. */
  readonly scales: Float32Array;
  /** The rows one after another. */
  readonly numbers: Int8Array;
}

/** A vector with one byte per component. */
export interface QuantizedVector {
  readonly numbers: Int8Array;
  /** Factor of the numbers, a 32-bit float; 0 for a vector of zeros. */
  readonly scale: number;
}

/** Quantizes a vector as an index does: encoding the result gives the same bytes as encoding the vector. */
export function quantizeVector(vector: Float32Array): QuantizedVector {
  const table = emptyTable(vector.length, 1);
  setVector(table, 0, vector);
  return { numbers: table.numbers, scale: table.scales[0] as number };
}

/** Maximum number of rows of a block; the first block grows up to it, doubling. */
const maxBlockRows = 1_024;
const minBlockRows = 64;

/**
 * Encodes the vectors of texts one by one, in blocks: growing neither copies all vectors nor allocates memory for as many
 * unused ones.
 */
export class VectorEncoder {
  private readonly blocks: VectorTable[] = [];
  private length = 0;

  constructor(private readonly dimension: number) {}

  /** @param vector of the next text */
  add(vector: Float32Array | QuantizedVector | undefined): void {
    const row = this.length % maxBlockRows;
    const block = this.blockFor(Math.floor(this.length / maxBlockRows), row);
    this.length += 1;
    if (vector === undefined) return;
    if ('scale' in vector) {
      block.scales[row] = vector.scale;
      block.numbers.set(vector.numbers, row * this.dimension);
    } else setVector(block, row, vector);
  }

  /**
   * @param numbers new number of each text; -1 for an excluded one
   * @param size number of texts that are not excluded
   */
  finish(numbers: Int32Array, size: number): VectorTable {
    const table = emptyTable(this.dimension, size);
    for (const [number, block] of this.blocks.entries()) {
      const start = number * maxBlockRows;
      copyRows(table, block, numbers.subarray(start, start + maxBlockRows));
    }
    return table;
  }

  /** Returns the block with a number, with capacity for a row. */
  private blockFor(number: number, row: number): VectorTable {
    const block = this.blocks[number];
    if (block !== undefined && row < block.scales.length) return block;
    const newRows = number === 0 ? minBlockRows : maxBlockRows;
    const grown = emptyTable(this.dimension, block === undefined ? newRows : 2 * row);
    if (block !== undefined) {
      grown.scales.set(block.scales);
      grown.numbers.set(block.numbers);
    }
    this.blocks[number] = grown;
    return grown;
  }
}

/** Row numbers of two tables in their merged table. */
export interface MergedNumbers {
  /** New number of each old row; -1 for a removed one. */
  readonly kept: Int32Array;
  /** New number of each added row. */
  readonly added: Int32Array;
  /** Number of rows of the merged table. */
  readonly size: number;
}

/** Merges the vectors of two tables. */
export function mergeVectors(before: VectorTable, added: VectorTable, numbers: MergedNumbers): VectorTable {
  const merged = emptyTable(before.dimension, numbers.size);
  copyRows(merged, before, numbers.kept);
  copyRows(merged, added, numbers.added);
  return merged;
}

/** Creates a table without vectors. */
export function emptyTable(dimension: number, size: number): VectorTable {
  return { dimension, scales: new Float32Array(size), numbers: new Int8Array(size * dimension) };
}

/** @param targets number of each row in `into`; -1 for an excluded one */
function copyRows(into: VectorTable, { dimension, scales, numbers }: VectorTable, targets: Int32Array): void {
  for (let row = 0; row < targets.length;) {
    const target = targets[row] ?? -1;
    // Adjacent rows mostly stay adjacent, and are copied together.
    let end = row + 1;
    while (target >= 0 && end < targets.length && targets[end] === target + end - row) end += 1;
    if (target >= 0) {
      into.scales.set(scales.subarray(row, end), target);
      into.numbers.set(numbers.subarray(row * dimension, end * dimension), target * dimension);
    }
    row = end;
  }
}

/** Sets the vector of a row, quantized. A vector of zeros counts as none. */
export function setVector({ dimension, scales, numbers }: VectorTable, row: number, vector: Float32Array): void {
  let largest = 0;
  for (let column = 0; column < dimension; column += 1) largest = Math.max(largest, Math.abs(vector[column] ?? 0));
  const scale = largest / 127;
  scales[row] = scale;
  if (scale === 0) return;
  const start = row * dimension;
  for (let column = 0; column < dimension; column += 1) {
    numbers[start + column] = Math.round((vector[column] ?? 0) / scale);
  }
}

/**
 * Cosine similarity of every text with a vector of length 1; 0 for a text without a vector. In whole numbers, so that
 * the scores are the same on every machine; the query is rounded to 15 bits per component, texts are to 7.
 */
export function scoreMeaning(query: Float32Array, table: VectorTable): Float64Array {
  const { dimension, scales } = table;
  const scores = new Float64Array(scales.length);
  let largest = 0;
  for (let column = 0; column < dimension; column += 1) largest = Math.max(largest, Math.abs(query[column] ?? 0));
  if (largest === 0) return scores;
  const step = largest / maxFactor(dimension);
  const factors = Int16Array.from({ length: dimension }, (_, column) => Math.round((query[column] ?? 0) / step));
  const sums = dotProducts(factors, table);
  for (let row = 0; row < scores.length; row += 1) {
    scores[row] = (sums[row] as number) * (scales[row] as number) * step;
  }
  return scores;
}

/** Maximum factor with which a sum of products with bytes fits into 32 bits. */
function maxFactor(dimension: number): number {
  return Math.min(0x7fff, Math.floor(0x7fff_ffff / (0x80 * dimension)));
}

/** Whether two vectors are equal as 32-bit floats, in which they are stored. */
export function isSameVector(stored: Iterable<number>, expected: Iterable<number>): boolean {
  return isDeepStrictEqual(Float32Array.from(stored), Float32Array.from(expected));
}
