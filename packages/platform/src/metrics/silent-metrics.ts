import type { IMetrics } from '@lexichord/abstractions';

/** Measures nothing; for a process that nobody watches, such as one run of the command line. */
export class SilentMetrics implements IMetrics {
  count(): void {
    // Nobody listens.
  }

  record(): void {
    // Nobody listens.
  }

  gauge(): void {
    // Nobody listens.
  }
}
