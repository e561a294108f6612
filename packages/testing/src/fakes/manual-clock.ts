import type { IClock } from '@lexichord/abstractions';

/** A clock that stands still until a test moves it. */
export class ManualClock implements IClock {
  constructor(private currentMs = Date.UTC(2026, 0, 1)) {}

  now(): number {
    return this.currentMs;
  }

  monotonicMs(): number {
    return this.currentMs;
  }

  advance(milliseconds: number): void {
    this.currentMs += milliseconds;
  }
}
