import { performance } from 'node:perf_hooks';

import type { Repetition } from '../benchmark.js';

/** Something that is timed beside others on the same input. */
export type Contender = (text: string) => number;

/** How often, and on how much text, contenders are timed. */
export interface Rounds extends Repetition {
  /** UTF-16 units of one measurement: a shorter text is repeated in it, so that the clock can see it. */
  readonly minCharacters: number;
}

/**
 * Median milliseconds of each contender on one text. The contenders take turns (A B A B), so that whatever else the
 * machine does meets all of them.
 */
export function medianTimes(
  contenders: Readonly<Record<string, Contender>>,
  text: string,
  { warmUp, runs, minCharacters }: Rounds,
): Record<string, number> {
  const samples = Object.entries(contenders).map(([name, count]) => ({ name, count, times: [] as number[] }));
  const repeats = Math.max(1, Math.round(minCharacters / text.length));
  for (let round = -warmUp; round < runs; round++) {
    for (const { count, times } of samples) {
      const started = performance.now();
      for (let repeat = 0; repeat < repeats; repeat++) count(text);
      if (round >= 0) times.push((performance.now() - started) / repeats);
    }
  }
  return Object.fromEntries(samples.map(({ name, times }) => [name, median(times)]));
}

/** The middle one of some numbers. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** A line of a table: its name and its cells by column. */
export type TableRow = Readonly<Record<string, string>>;

/** Prints rows with the same columns under a title. */
export function printTable(print: (line: string) => void, title: string, rows: readonly TableRow[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ');
  print(`\n${title}`);
  print(line(columns));
  for (const row of rows) print(line(columns.map((column) => row[column] ?? '')));
}
