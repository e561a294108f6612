import { bestOf } from '../best-of.js';
import type { VectorTable } from './vector-table.js';

/** Columns of the query vector that the coarse comparison reads: those with the largest numbers. */
const coarseColumns = 32;

/** Up to so many rows are compared in full by the caller. */
const maxComparedInFull = 8_192;

/**
 * The rows that are probably most similar to a vector: all that have a vector when the table is small, otherwise the
 * best of a comparison in the {@link coarseColumns} columns that weigh most. Rows without a vector are left out.
 */
export function nearestRows(
  vector: Float32Array,
  table: VectorTable,
  { limit, accepts }: { readonly limit: number; readonly accepts: (row: number) => boolean },
): readonly number[] {
  const { scales } = table;
  if (scales.length <= maxComparedInFull) {
    return [...scales.keys()].filter((row) => (scales[row] as number) > 0 && accepts(row));
  }
  const columns = largestColumns(vector, table.dimension);
  const largest = columns.reduce((max, column) => Math.max(max, Math.abs(vector[column] as number)), 0);
  if (largest === 0) return [];
  // In whole numbers, which is twice as fast; the rounding does not matter to a coarse comparison.
  const factors = Int32Array.from(columns, (column) => Math.round(((vector[column] as number) / largest) * 127));
  const sums = sumColumns(table, Int32Array.from(columns), factors);
  const scores = new Float64Array(sums.length);
  for (let row = 0; row < sums.length; row += 1) scores[row] = (sums[row] as number) * (scales[row] as number);
  return bestOf(scores, limit, accepts);
}

/** In the order of the columns, in which memory is read. */
function largestColumns(vector: Float32Array, dimension: number): readonly number[] {
  return [...vector.keys()]
    .filter((column) => column < dimension && vector[column] !== 0)
    .sort((a, z) => Math.abs(vector[z] as number) - Math.abs(vector[a] as number) || a - z)
    .slice(0, coarseColumns)
    .sort((a, z) => a - z);
}

/**
 * The weighted sum of some columns, by row. Four rows at once share the reading of columns and factors: 5.0 ms instead
 * of 8.0 ms for 94,000 rows of 256 numbers.
 */
function sumColumns({ dimension, scales, numbers }: VectorTable, columns: Int32Array, factors: Int32Array): Int32Array {
  const rows = scales.length;
  const sums = new Int32Array(rows);
  // There are many rows here. The last round begins earlier when fewer than four are left, and sums some twice.
  for (let next = 0; next < rows; next += 4) {
    const row = Math.min(next, rows - 4);
    const start = row * dimension;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let index = 0; index < columns.length; index += 1) {
      const factor = factors[index] as number;
      const at = start + (columns[index] as number);
      a = (a + Math.imul(factor, numbers[at] as number)) | 0;
      b = (b + Math.imul(factor, numbers[at + dimension] as number)) | 0;
      c = (c + Math.imul(factor, numbers[at + 2 * dimension] as number)) | 0;
      d = (d + Math.imul(factor, numbers[at + 3 * dimension] as number)) | 0;
    }
    sums[row] = a;
    sums[row + 1] = b;
    sums[row + 2] = c;
    sums[row + 3] = d;
  }
  return sums;
}
