import { ManualClock } from './manual-clock.js';

describe('ManualClock', () => {
  it('begins on the first day of 2026 unless told otherwise', () => {
    expect(new Date(new ManualClock().now()).toISOString()).toBe('2026-01-01T00:00:00.000Z');
  });

  it('lets timers elapse in the order of their times, each at its own time, and those that were stopped never', () => {
    const clock = new ManualClock(0);
    const elapsed: [string, number][] = [];
    const start = (name: string, delayMs: number) => clock.startTimer(delayMs, () => elapsed.push([name, clock.now()]));
    start('late', 30);
    start('early', 10);
    start('stopped', 5)();
    clock.startTimer(20, () => start('started on the way', 5));

    clock.advance(29);
    expect(elapsed).toEqual([
      ['early', 10],
      ['started on the way', 25],
    ]);
    clock.advance(1);

    expect(elapsed.at(-1)).toEqual(['late', 30]);
    expect([clock.now(), clock.monotonicMs(), clock.runningTimers]).toEqual([30, 30, 0]);
  });
});
