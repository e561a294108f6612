import type { ILogger } from '@lexichord/abstractions';

const writeNothing = (): void => undefined;

/** Writes nothing; for hosts that want no log at all. */
export class SilentLogger implements ILogger {
  readonly debug = writeNothing;
  readonly info = writeNothing;
  readonly warn = writeNothing;
  readonly error = writeNothing;

  forSource(): ILogger {
    return this;
  }

  withCorrelation<T>(_correlationId: string, work: () => T): T {
    return work();
  }
}
