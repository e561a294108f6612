import { bestOf } from '../best-of.js';
import { type VectorTable, scoreMeaning } from './vector-table.js';

/** Up to so many rows, all are proposed: the caller looks at each. */
const maxAllProposed = 8_192;

/**
 * The rows that are most similar to a vector, best first; of a small table all that have a vector, by number. Rows
 * without a vector are left out.
 */
export function nearestRows(
  vector: Float32Array,
  table: VectorTable,
  { limit, accepts }: { readonly limit: number; readonly accepts: (row: number) => boolean },
): readonly number[] {
  const { scales } = table;
  if (scales.length <= maxAllProposed) {
    return [...scales.keys()].filter((row) => (scales[row] as number) > 0 && accepts(row));
  }
  return bestOf(scoreMeaning(vector, table), limit, accepts);
}
