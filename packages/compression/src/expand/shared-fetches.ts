import { raceWithSignal, sharedSignal } from '@lexichord/platform';

interface Fetch<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * Fetches of which there is one at a time for a key: who asks while it is under way waits for the same one. It is called
 * off when nobody waits any more.
 */
export class SharedFetches<T> {
  private readonly running = new Map<string, Fetch<T>>();

  /** @throws the signal's reason, what the work throws */
  async join(key: string, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted();
    const fetch = this.running.get(key) ?? this.start(key, work);
    fetch.waiting += 1;
    try {
      return await (signal === undefined ? fetch.result : raceWithSignal(fetch.result, signal));
    } finally {
      fetch.waiting -= 1;
      if (fetch.waiting === 0) {
        this.forget(key, fetch);
        fetch.controller.abort();
      }
    }
  }

  private start(key: string, work: (signal: AbortSignal) => Promise<T>): Fetch<T> {
    const controller = new AbortController();
    const result = work(sharedSignal([controller.signal]));
    const fetch: Fetch<T> = { result, controller, waiting: 0 };
    this.running.set(key, fetch);
    // Whoever waits learns how it ends; nobody may be waiting any more.
    result.catch(() => undefined).finally(() => this.forget(key, fetch));
    return fetch;
  }

  /** A later fetch for the same key is another one's. */
  private forget(key: string, fetch: Fetch<T>): void {
    if (this.running.get(key) === fetch) this.running.delete(key);
  }
}
