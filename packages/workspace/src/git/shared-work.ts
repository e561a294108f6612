import { raceWithSignal, sharedSignal } from '@lexichord/platform';

interface Running<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** Work that is done once for all who ask while it is being done. It is called off when nobody waits any more. */
export class SharedWork<T> {
  private running: Running<T> | undefined;

  constructor(private readonly work: (signal: AbortSignal) => Promise<T>) {}

  /** @throws the signal's reason, what the work throws */
  async join(signal: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted();
    const running = (this.running ??= this.start());
    running.waiting += 1;
    try {
      return await (signal === undefined ? running.result : raceWithSignal(running.result, signal));
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0 && this.running === running) {
        this.running = undefined;
        running.controller.abort();
      }
    }
  }

  private start(): Running<T> {
    const controller = new AbortController();
    const result = this.work(sharedSignal([controller.signal])).finally(() => {
      if (this.running === running) this.running = undefined;
    });
    // Whoever waits has it; nobody may be waiting any more.
    result.catch(() => undefined);
    const running: Running<T> = { result, controller, waiting: 0 };
    return running;
  }
}
