import { ManualClock } from '@lexichord/testing';

import { day } from './a-repository.js';

/** Moves on by itself when a timer starts: by so much for each timer, and not after these. */
export class PassingClock extends ManualClock {
  readonly delays: number[] = [];

  constructor(private readonly steps: readonly number[]) {
    super(day(30));
  }

  override startTimer(delayMs: number, onElapsed: () => void): () => void {
    const step = this.steps[this.delays.push(delayMs) - 1] ?? 0;
    const stop = super.startTimer(delayMs, onElapsed);
    queueMicrotask(() => {
      this.advance(step);
    });
    return stop;
  }
}
