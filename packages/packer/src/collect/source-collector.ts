import {
  type CallOptions,
  type ContextSource,
  type PendingContextSource,
  type Token,
  token,
} from '@lexichord/abstractions';

import type { CollectedSources } from './collected-sources.js';

/** How long to collect. */
export interface CollectOptions extends CallOptions {
  /** When it aborts, the stage ends with what it has by then, and the rest is rejected as `timeout`. */
  readonly deadline?: AbortSignal | undefined;
}

/** Brings sources of all kinds into one form, and keeps out what must not be packed (T-016 FR-016-27..30). */
export interface ISourceCollector {
  /**
   * Never rejects because of a source: what cannot be used is listed. Whatever the order of the sources, the same of
   * them come out, in the same order.
   *
   * @throws {LexichordError} `invalid-argument` for something that is no list (T-016 AC-017); the signal's reason
   */
  collect(sources: Iterable<ContextSource | PendingContextSource>, options?: CollectOptions): Promise<CollectedSources>;
}
export const ISourceCollector: Token<ISourceCollector> = token('ISourceCollector');
