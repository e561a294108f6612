import type { IClock } from '@lexichord/abstractions';

/** The machine's own clocks. */
export class SystemClock implements IClock {
  now(): number {
    return Date.now();
  }

  monotonicMs(): number {
    return performance.now();
  }

  startTimer(delayMs: number, onElapsed: () => void): () => void {
    const timer = setTimeout(onElapsed, delayMs);
    return () => clearTimeout(timer);
  }
}
