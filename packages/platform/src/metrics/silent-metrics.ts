import type { IMetrics } from '@lexichord/abstractions';

/** Measures nothing; for a process without a recorder, such as one run of the command line. */
export class SilentMetrics implements IMetrics {
  count(): void {
    // Discarded.
  }

  record(): void {
    // Discarded.
  }

  gauge(): void {
    // Discarded.
  }
}
