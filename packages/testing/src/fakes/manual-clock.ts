import type { IClock } from '@lexichord/abstractions';

interface Timer {
  readonly dueMs: number;
  readonly onElapsed: () => void;
}

/** Turns of the event loop after which a chain of promises has come to its end. */
const idleTurns = 4;

/** A clock that stands still until a test moves it. Its timers elapse in {@link advance}, and never on their own. */
export class ManualClock implements IClock {
  private readonly timers = new Set<Timer>();

  constructor(private currentMs = Date.UTC(2026, 0, 1)) {}

  /** Number of timers that run. */
  get runningTimers(): number {
    return this.timers.size;
  }

  now(): number {
    return this.currentMs;
  }

  monotonicMs(): number {
    return this.currentMs;
  }

  startTimer(delayMs: number, onElapsed: () => void): () => void {
    const timer = { dueMs: this.currentMs + delayMs, onElapsed };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  /** Moves the time on. Timers that are due elapse in the order of their times, each at its own time. */
  advance(milliseconds: number): void {
    const endMs = this.currentMs + milliseconds;
    for (;;) {
      const [next] = [...this.timers].filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs);
      if (next === undefined) break;
      this.timers.delete(next);
      this.currentMs = Math.max(this.currentMs, next.dueMs);
      next.onElapsed();
    }
    this.currentMs = endMs;
  }

  /** Moves the time on once everything that waits for nothing outside of this process has been done. */
  async advanceWhenIdle(milliseconds: number): Promise<void> {
    for (let turn = 0; turn < idleTurns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    this.advance(milliseconds);
  }
}
