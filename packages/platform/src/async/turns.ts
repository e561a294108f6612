import { setImmediate } from 'node:timers/promises';

/** Maximum time without a turn for others. */
const maxTurnMs = 20;

/** Yields to the event loop during synchronous work. */
export class Turns {
  private endsMs = performance.now() + maxTurnMs;

  constructor(private readonly signal?: AbortSignal) {}

  /** Called between portions of work; waits only when a turn is over. @throws the signal's reason */
  async yieldToEventLoop(): Promise<void> {
    if (performance.now() < this.endsMs) return;
    await setImmediate();
    this.signal?.throwIfAborted();
    this.endsMs = performance.now() + maxTurnMs;
  }
}
