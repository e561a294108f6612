import { hash } from 'node:crypto';

import type { Continuation } from '../answers/tool-answer.js';

/** Continuations that are kept; the ones that were made first go first. */
const maxContinuations = 1_000;

/** The handle of a continuation: `more-` and 12 hexadecimal digits. Valid once the continuation was added. */
export function continuationHandle({ key }: Pick<Continuation, 'key'>): string {
  return `more-${hash('sha256', JSON.stringify(key), 'hex').slice(0, 12)}`;
}

/** Format of the handle of a continuation. */
export const continuationPattern = /^more-[0-9a-f]{12}$/u;

/**
 * Short handles for the rest of an answer. The handle is made from the call, so that the same answer has the same bytes;
 * the process forgets it when it ends.
 */
export class ContinuationStore {
  private readonly continuations = new Map<string, Continuation>();

  add(continuation: Continuation): void {
    const handle = continuationHandle(continuation);
    this.continuations.delete(handle);
    this.continuations.set(handle, continuation);
    for (const oldest of this.continuations.keys()) {
      if (this.continuations.size <= maxContinuations) break;
      this.continuations.delete(oldest);
    }
  }

  find(handle: string): Continuation | undefined {
    return this.continuations.get(handle);
  }
}
