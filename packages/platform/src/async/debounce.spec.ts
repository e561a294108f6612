import { ManualClock } from '@lexichord/testing';

import { Debounce } from './debounce.js';

describe('Debounce', () => {
  let clock: ManualClock;
  let runs: number[];
  let debounce: Debounce;

  beforeEach(() => {
    clock = new ManualClock(0);
    runs = [];
    debounce = new Debounce({ quietMs: 50, clock }, () => runs.push(clock.now()));
  });

  it('runs once for triggers that follow each other closely, when the last is long enough ago', () => {
    for (let trigger = 0; trigger < 5; trigger += 1) {
      debounce.trigger();
      clock.advance(49);
    }
    expect(runs).toEqual([]);

    clock.advance(1_000);

    expect(runs).toEqual([4 * 49 + 50]);
  });

  it('runs again for a later trigger', () => {
    debounce.trigger();
    clock.advance(50);
    debounce.trigger();
    clock.advance(50);

    expect(runs).toEqual([50, 100]);
  });

  it('does not run what was cancelled', () => {
    debounce.trigger();
    debounce.cancel();
    clock.advance(1_000);

    expect(runs).toEqual([]);
    expect(clock.runningTimers).toBe(0);
  });
});
