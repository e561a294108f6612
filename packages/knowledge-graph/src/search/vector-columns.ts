import { bestOf } from '@lexichord/text-index';

/** Numbers of the query vector that a first look at many vectors takes into account: those that weigh most. */
const coarseColumns = 32;

/** Columns that are added in one go. */
const columnsAtOnce = 8;

/** Up to so many vectors are compared in full. */
const maxComparedInFull = 8_192;

/**
 * Vectors a byte a number, column after column: a first look reads only the columns in which the query's vector has its
 * largest numbers, and skips those where it has none.
 */
export class VectorColumns {
  /** What a number of the row is multiplied by; 0 for an entity without a vector. */
  private readonly scales: Float32Array;
  private readonly numbers: Int8Array;

  constructor(
    readonly size: number,
    private readonly dimension: number,
  ) {
    this.scales = new Float32Array(size);
    this.numbers = new Int8Array(size * dimension);
  }

  set(row: number, vector: Float32Array): void {
    const { size, dimension, scales, numbers } = this;
    let most = 0;
    for (let column = 0; column < dimension; column += 1) most = Math.max(most, Math.abs(vector[column] ?? 0));
    const scale = most / 127;
    scales[row] = scale;
    if (scale === 0) return;
    for (let column = 0; column < dimension; column += 1) {
      numbers[column * size + row] = Math.round((vector[column] ?? 0) / scale);
    }
  }

  has(row: number): boolean {
    return (this.scales[row] as number) > 0;
  }

  /** The rows that are probably most similar to a vector: all of them when they are few. */
  nearest(vector: Float32Array, limit: number, accepts: (row: number) => boolean): readonly number[] {
    const { size } = this;
    if (size <= maxComparedInFull) return [...Array(size).keys()].filter((row) => this.has(row) && accepts(row));
    const sums = new Int32Array(size);
    const columns = this.largestColumns(vector);
    const largest = Math.abs(vector[columns[0] ?? 0] ?? 0);
    if (largest === 0) return [];
    // In whole numbers, which is twice as fast; what is lost does not matter to a first look.
    const factors = columns.map((column) => Math.round(((vector[column] as number) / largest) * 127));
    for (let index = 0; index < columns.length; index += columnsAtOnce) {
      this.addColumns(sums, columns.slice(index, index + columnsAtOnce), factors.slice(index, index + columnsAtOnce));
    }
    const scores = new Float32Array(size);
    for (let row = 0; row < size; row += 1) scores[row] = (sums[row] as number) * (this.scales[row] as number);
    return bestOf(scores, limit, accepts);
  }

  /** Cosine similarity of some rows with a vector of length 1, in their order; `undefined` for one without a vector. */
  similarities(vector: Float32Array, rows: readonly number[]): readonly (number | undefined)[] {
    const { size, dimension, numbers, scales } = this;
    const sums = new Float64Array(rows.length);
    const places = Uint32Array.from(rows);
    for (let column = 0; column < dimension; column += 1) {
      const factor = vector[column] ?? 0;
      if (factor === 0) continue;
      const start = column * size;
      for (let index = 0; index < places.length; index += 1) {
        sums[index] = (sums[index] as number) + factor * (numbers[start + (places[index] as number)] as number);
      }
    }
    return rows.map((row, index) => (this.has(row) ? (sums[index] as number) * (scales[row] as number) : undefined));
  }

  private largestColumns(vector: Float32Array): readonly number[] {
    return [...vector.keys()]
      .filter((column) => column < this.dimension && vector[column] !== 0)
      .sort((a, z) => Math.abs(vector[z] as number) - Math.abs(vector[a] as number) || a - z)
      .slice(0, coarseColumns);
  }

  /** Several at a time, because each time reads and writes all sums. */
  private addColumns(sums: Int32Array, columns: readonly number[], factors: readonly number[]): void {
    const { size, numbers } = this;
    const columnAt = (index: number): Int8Array => {
      const start = (columns[index] ?? columns[0] ?? 0) * size;
      return numbers.subarray(start, start + size);
    };
    const [f0 = 0, f1 = 0, f2 = 0, f3 = 0, f4 = 0, f5 = 0, f6 = 0, f7 = 0] = factors;
    const [c0, c1, c2, c3] = [columnAt(0), columnAt(1), columnAt(2), columnAt(3)];
    const [c4, c5, c6, c7] = [columnAt(4), columnAt(5), columnAt(6), columnAt(7)];
    for (let row = 0; row < size; row += 1) {
      const first =
        Math.imul(f0, c0[row] as number) +
        Math.imul(f1, c1[row] as number) +
        Math.imul(f2, c2[row] as number) +
        Math.imul(f3, c3[row] as number);
      const second =
        Math.imul(f4, c4[row] as number) +
        Math.imul(f5, c5[row] as number) +
        Math.imul(f6, c6[row] as number) +
        Math.imul(f7, c7[row] as number);
      sums[row] = ((sums[row] as number) + first + second) | 0;
    }
  }
}
