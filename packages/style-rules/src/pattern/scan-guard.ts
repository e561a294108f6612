import { type Context, createContext, Script } from 'node:vm';

/** How long patterns may run. */
export interface ScanLimits {
  /** Processor time that one count may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Time that all patterns together may lose by running into their limit, in milliseconds. */
  readonly lostTimeMs: number;
}

/** Ordinary patterns need a hundredth of this for the longest text. */
export const defaultScanLimits: ScanLimits = { timeoutMs: 500, lostTimeMs: 1_500 };
/** So often is a count begun again, with twice the time, when it was the machine that was slow. */
const maxAttempts = 5;

/** One context for all scans: it holds nothing but the work at hand, while it is being done. */
let shared: { readonly context: Context; readonly script: Script } | undefined;

/**
 * Runs the patterns of style files, which nobody vouches for.
 *
 * A scan runs under the time limit of `node:vm`, which also stops a regular expression that backtracks without end;
 * starting one costs some 60 microseconds. No isolation is meant by it: the code that runs is our own. That limit is
 * in wall-clock time; on a busy machine it says little, so a scan is blamed only for processor time that it had. A
 * pattern that ran into its limit is never run again, and when too much time was lost in this way, no pattern is.
 */
export class ScanGuard {
  private readonly problemsByOwner = new Map<string, string>();
  private lostMs = 0;

  constructor(private readonly limits: ScanLimits = defaultScanLimits) {}

  /**
   * What `work` returns, or undefined when it took too long, failed, or may not run any more.
   *
   * @param owner who is switched off by a failure, as it appears in {@link problems}
   */
  run<T>(owner: string, work: () => T): T | undefined {
    if (this.problemsByOwner.has(owner)) return undefined;
    if (this.lostMs >= this.limits.lostTimeMs) {
      this.problemsByOwner.set(owner, `${owner} is not counted: other patterns have used up the time for patterns.`);
      return undefined;
    }
    try {
      return runWithTimeout(work, this.limits.timeoutMs);
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
    const timedOut = isTimeout(error);
    if (timedOut) this.lostMs += this.limits.timeoutMs;
    const reason = timedOut
      ? `took longer than ${this.limits.timeoutMs} ms; simplify nested repetitions`
      : 'is too large for the engine; split it';
    this.problemsByOwner.set(owner, `${owner} is no longer counted: its pattern ${reason}.`);
  }
}

function runWithTimeout<T>(work: () => T, timeoutMs: number): T {
  for (let attempt = 1; ; attempt += 1) {
    const before = processorMs();
    try {
      return runOnce(work, timeoutMs * 2 ** (attempt - 1));
    } catch (error) {
      const wasStarved = processorMs() - before < timeoutMs * 0.9;
      if (!isTimeout(error) || !wasStarved || attempt === maxAttempts) throw error;
    }
  }
}

function runOnce<T>(work: () => T, timeout: number): T {
  shared ??= { context: createContext(Object.create(null) as Context), script: new Script('work()') };
  const { context, script } = shared;
  // A scan never starts another one, so the place is free.
  context['work'] = work;
  try {
    return script.runInContext(context, { timeout }) as T;
  } finally {
    context['work'] = undefined;
  }
}

/** Of this process, all of its threads. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
