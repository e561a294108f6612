import { SystemClock } from './system-clock.js';

describe('SystemClock', () => {
  it('tells wall-clock time in milliseconds since the epoch', () => {
    const before = Date.now();

    const now = new SystemClock().now();

    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  it('tells monotonic time that never runs backwards', () => {
    const clock = new SystemClock();

    const readings = Array.from({ length: 100 }, () => clock.monotonicMs());

    expect(readings).toEqual([...readings].sort((a, b) => a - b));
  });
});
