import { SystemClock } from '@lexichord/platform';

const hourMs = 3_600_000;

/** A clock by which every version is old, even when the machine's own clock is set back while a test runs. */
export class ClockAhead extends SystemClock {
  override now(): number {
    return super.now() + hourMs;
  }
}
