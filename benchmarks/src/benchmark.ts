import type { BenchmarkInputs } from './inputs/benchmark-inputs.js';

/** Writes one line of a report. */
export type Print = (line: string) => void;

/** How often `work` is measured, and how often it runs before. */
export interface Repetition {
  readonly warmUp: number;
  readonly runs: number;
}

/** Sizes of a benchmark: those that its bounds are for, and small ones that take seconds. */
export interface Sizes<T> {
  readonly full: T;
  readonly smoke: T;
}

/** How benchmarks run: at full size, or as a smoke run that shows that each starts, works and ends. */
export interface RunSettings {
  readonly print: Print;
  readonly inputs: BenchmarkInputs;
  /** Whether times, memory and growth are judged. Broken promises always are. */
  readonly hasBounds: boolean;
  /** The sizes to run with. */
  readonly sizeOf: <T>(sizes: Sizes<T>) => T;
  /** The repetition itself, or a short one. */
  readonly repetition: (full: Repetition) => Repetition;
}

/** What a benchmark found. Fields that are missing are empty. */
export interface BenchmarkResult {
  /** Names of the rows over their bounds. */
  readonly overBound?: readonly string[];
  /** Broken promises: wrong on every machine. */
  readonly errors?: readonly string[];
  /** Parts that did not run, each with what they need. */
  readonly missing?: readonly string[];
  /** Why nothing ran. */
  readonly skipped?: string;
}

/** One benchmark. A failure is thrown. */
export type Benchmark = (settings: RunSettings) => Promise<BenchmarkResult>;

/** Enough to see that work can be repeated. */
const smokeRepetition: Repetition = { warmUp: 1, runs: 2 };

/** The settings of a run at full size, or of a smoke run. */
export function createRunSettings(
  { isSmoke }: { readonly isSmoke: boolean },
  surroundings: Pick<RunSettings, 'print' | 'inputs'>,
): RunSettings {
  return {
    ...surroundings,
    hasBounds: !isSmoke,
    sizeOf: ({ full, smoke }) => (isSmoke ? smoke : full),
    repetition: (full) => (isSmoke ? smokeRepetition : full),
  };
}
