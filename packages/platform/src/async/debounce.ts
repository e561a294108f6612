import type { IClock } from '@lexichord/abstractions';

/** How long to wait, and by which clock. */
export interface DebounceOptions {
  readonly quietMs: number;
  readonly clock: IClock;
}

/** Runs `work` once for any number of triggers: when the last of them is `quietMs` milliseconds ago. */
export class Debounce {
  private stopTimer = (): void => undefined;

  constructor(
    private readonly options: DebounceOptions,
    private readonly work: () => void,
  ) {}

  trigger(): void {
    const { clock, quietMs } = this.options;
    this.stopTimer();
    this.stopTimer = clock.startTimer(quietMs, this.work);
  }

  /** Work that waits is not run. */
  cancel(): void {
    this.stopTimer();
  }
}
