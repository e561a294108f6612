import { raceWithSignal, sharedSignal } from './abort-signals.js';

interface Running<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Work that runs once at a time for each key: concurrent callers share the result. It is aborted when no caller waits
 * any more.
 */
export class SharedWork<T> {
  private readonly running = new Map<string, Running<T>>();

  /** @throws the signal's reason, the errors of the work */
  async join(key: string, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted();
    const one = this.running.get(key) ?? this.start(key, work);
    one.waiting += 1;
    try {
      return await (signal === undefined ? one.result : raceWithSignal(one.result, signal));
    } finally {
      one.waiting -= 1;
      if (one.waiting === 0) {
        this.forget(key, one);
        one.controller.abort();
      }
    }
  }

  private start(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const result = work(sharedSignal([controller.signal]));
    const one: Running<T> = { result, controller, waiting: 0 };
    this.running.set(key, one);
    // Waiting callers get the failure; without one, it must not be unhandled.
    result.catch(() => undefined).finally(() => this.forget(key, one));
    return one;
  }

  /** Removes this work, but not later work for the same key. */
  private forget(key: string, one: Running<T>): void {
    if (this.running.get(key) === one) this.running.delete(key);
  }
}
