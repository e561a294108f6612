import type { PreviewTimers } from '../preview-timers.js';

interface Waiting {
  readonly work: () => void;
  readonly dueAt: number;
}

/** Time that a test moves on. What is due within a turn of the event loop is done by {@link turn}. */
export class ManualTimers implements PreviewTimers {
  private now = 0;
  private readonly waiting = new Set<Waiting>();

  get pending(): number {
    return this.waiting.size;
  }

  readonly set = (work: () => void, delayMs: number): unknown => {
    const entry = { work, dueAt: this.now + delayMs };
    this.waiting.add(entry);
    return entry;
  };

  readonly clear = (handle: unknown): void => {
    this.waiting.delete(handle as Waiting);
  };

  /** Lets time pass, and everything that follows from it happen. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      await settled();
      const next = [...this.waiting].filter(({ dueAt }) => dueAt <= until).sort((a, b) => a.dueAt - b.dueAt)[0];
      if (next === undefined) break;
      this.waiting.delete(next);
      this.now = Math.max(this.now, next.dueAt);
      next.work();
    }
    this.now = until;
  }
}

/** Every promise that could go on has done so. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
