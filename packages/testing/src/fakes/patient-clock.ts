import type { IClock } from '@lexichord/abstractions';

/** Delays from here on are time limits of work; shorter ones are pauses. */
const minLimitMs = 1_000;

/** So many times as long a limit may take; the shortest limit is then above the time after which a test is ended. */
const patience = 120;

/**
 * The machine's own time, with time limits that a slow machine does not reach: for tests of real work that does not depend
 * on how fast it is done. Delays below a second, such as the pause after a change of a file, are kept.
 */
export class PatientClock implements IClock {
  now(): number {
    return Date.now();
  }

  monotonicMs(): number {
    return performance.now();
  }

  startTimer(delayMs: number, onElapsed: () => void): () => void {
    const timer = setTimeout(onElapsed, delayMs < minLimitMs ? delayMs : delayMs * patience);
    return () => clearTimeout(timer);
  }
}
