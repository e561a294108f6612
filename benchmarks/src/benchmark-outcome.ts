import type { BenchmarkResult } from './benchmark.js';

/** What came of one benchmark. */
export interface Outcome {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  /** What is to be said of it: errors, bounds, parts that did not run. */
  readonly notes: readonly string[];
}

/** A benchmark that ended, with its time. */
export interface EndedBenchmark {
  readonly name: string;
  readonly seconds: number;
  readonly result: BenchmarkResult;
}

/** Judges a result: by its errors, and by its bounds if these count. */
export function judgeResult(
  { name, seconds, result }: EndedBenchmark,
  { judgesBounds }: { readonly judgesBounds: boolean },
): Outcome {
  const { overBound = [], errors = [], missing = [], skipped } = result;
  const notes = [
    ...errors,
    ...(judgesBounds ? overBound.map((row) => `over the bound: ${row}`) : []),
    ...missing.map((part) => `without ${part}`),
  ];
  if (errors.length > 0 || (judgesBounds && overBound.length > 0)) return { name, seconds, status: 'failed', notes };
  if (skipped !== undefined) return { name, seconds, status: 'skipped', notes: [skipped] };
  return { name, seconds, status: 'passed', notes };
}

/** A line for each benchmark, and one with how many passed, failed and were skipped. */
export function describeOutcomes(title: string, outcomes: readonly Outcome[]): readonly string[] {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  const lines = outcomes.map(({ name, status, seconds, notes }) =>
    `${name.padEnd(width)}  ${status.padEnd(7)}  ${seconds.toFixed(1).padStart(6)} s  ${notes.join('; ')}`.trimEnd(),
  );
  const count = (wanted: Outcome['status']): number => outcomes.filter(({ status }) => status === wanted).length;
  return [...lines, `${title}: ${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`];
}
