import type { ILogger } from '@lexichord/abstractions';

/** Writes nothing; for hosts that want no log at all. */
export class SilentLogger implements ILogger {
  debug(): void {
    // Nobody reads it.
  }

  info(): void {
    // Nobody reads it.
  }

  warn(): void {
    // Nobody reads it.
  }

  error(): void {
    // Nobody reads it.
  }

  forSource(): ILogger {
    return this;
  }

  withCorrelation<T>(_correlationId: string, work: () => T): T {
    return work();
  }
}
