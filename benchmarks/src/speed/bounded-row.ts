import { performance } from 'node:perf_hooks';

import type { BenchmarkResult, Repetition, RunSettings } from '../benchmark.js';

/** A measurement with the bound it has to keep: in milliseconds, unless the table's title names another unit. */
export interface BoundedRow {
  readonly name: string;
  readonly p50: number;
  readonly p99: number;
  /** The bound that a requirement sets for the median. */
  readonly bound: number;
  /** What we want of the median. */
  readonly target: number;
}

/** Runs `work` one after the other and gives each run's milliseconds, shortest first. */
export async function timeRuns(work: () => unknown, repetition: Repetition): Promise<number[]> {
  return timePreparedRuns(() => undefined, work, repetition);
}

/** The same, with something to do before each run that is not measured. */
export async function timePreparedRuns<T>(
  prepare: (run: number) => T | Promise<T>,
  work: (prepared: T) => unknown,
  { warmUp, runs }: Repetition,
): Promise<number[]> {
  const samples: number[] = [];
  for (let run = 0; run < warmUp + runs; run += 1) {
    const prepared = await prepare(run);
    const started = performance.now();
    await work(prepared);
    if (run >= warmUp) samples.push(performance.now() - started);
  }
  return samples.toSorted((left, right) => left - right);
}

/** The value below which `share` (0 to 1) of the sorted samples lie. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A p50 and a p99 of sorted samples. */
export function summary(sorted: readonly number[]): Pick<BoundedRow, 'p50' | 'p99'> {
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** Names of the rows that do not keep their bounds, and, as errors, of those without a measurement. */
export function judgeRows(rows: readonly BoundedRow[]): BenchmarkResult {
  return {
    overBound: rows.filter(({ p50, bound }) => p50 > bound).map(({ name }) => name),
    errors: rows.filter(({ p50 }) => Number.isNaN(p50)).map(({ name }) => `not measured: ${name}`),
  };
}

/** Prints the rows as a table and says of each whether it keeps its bound, if there are bounds in this run. */
export function printRows(rows: readonly BoundedRow[], { print, hasBounds }: RunSettings): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  if (!hasBounds) print('(a smoke run: inputs are smaller than the rows and bounds say)');
  print(
    `${'row'.padEnd(width)}  ${'p50'.padStart(9)}  ${'p99'.padStart(9)}  ${'target'.padStart(7)}  ${'bound'.padStart(7)}`,
  );
  for (const { name, p50, p99, bound, target } of rows) {
    const verdict = p50 <= target ? 'target reached' : p50 <= bound ? 'within the bound' : 'OVER THE BOUND';
    const cells = [name.padEnd(width), ms(p50, 9), ms(p99, 9), ms(target, 7), ms(bound, 7)];
    print([...cells, ...(hasBounds ? [verdict] : [])].join('  '));
  }
}

function ms(value: number, width: number): string {
  return value.toFixed(value < 100 ? 1 : 0).padStart(width);
}
