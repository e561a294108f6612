import { type Context, createContext, Script } from 'node:vm';

/** Longest one count may take, in milliseconds. Ordinary patterns need a hundredth of it for the longest text. */
export const scanTimeoutMs = 500;
/** Time that all patterns together may lose by running into their limit, in milliseconds. */
export const lostTimeBudgetMs = 1_500;

/** One context for all scans: it holds nothing but the work at hand, while it is being done. */
let shared: { readonly context: Context; readonly script: Script } | undefined;

/**
 * Runs the patterns of style files, which nobody vouches for.
 *
 * A scan runs under the time limit of `node:vm`, which also stops a regular expression that backtracks without end;
 * starting one costs some 60 microseconds. No isolation is meant by it: the code that runs is our own. A pattern that
 * ran into its limit is never run again, and when too much time was lost in this way, no pattern is.
 */
export class ScanGuard {
  private readonly problemsByOwner = new Map<string, string>();
  private lostMs = 0;

  /**
   * What `work` returns, or undefined when it took too long, failed, or may not run any more.
   *
   * @param owner who is switched off by a failure, as it appears in {@link problems}
   */
  run<T>(owner: string, work: () => T): T | undefined {
    if (this.problemsByOwner.has(owner)) return undefined;
    if (this.lostMs >= lostTimeBudgetMs) {
      this.problemsByOwner.set(owner, `${owner} is not counted: other patterns have used up the time for patterns.`);
      return undefined;
    }
    try {
      return runWithTimeout(work);
    } catch (error) {
      this.switchOff(owner, error);
      return undefined;
    }
  }

  /** One sentence for each owner that is switched off, sorted. */
  get problems(): readonly string[] {
    return [...this.problemsByOwner.values()].sort((one, two) => (one < two ? -1 : one > two ? 1 : 0));
  }

  private switchOff(owner: string, error: unknown): void {
    const timedOut =
      typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (timedOut) this.lostMs += scanTimeoutMs;
    const reason = timedOut
      ? `took longer than ${scanTimeoutMs} ms; simplify nested repetitions`
      : 'is too large for the engine; split it';
    this.problemsByOwner.set(owner, `${owner} is no longer counted: its pattern ${reason}.`);
  }
}

function runWithTimeout<T>(work: () => T): T {
  shared ??= { context: createContext(Object.create(null) as Context), script: new Script('work()') };
  const { context, script } = shared;
  // A scan never starts another one, so the place is free.
  context['work'] = work;
  try {
    return script.runInContext(context, { timeout: scanTimeoutMs }) as T;
  } finally {
    context['work'] = undefined;
  }
}
