import { hash } from 'node:crypto';

import type { Continuation } from '../answers/tool-answer.js';

/** Maximum number of stored continuations; the oldest ones are removed. */
const maxContinuations = 1_000;

/** Handle of a continuation: `more-` and 12 hexadecimal digits. Valid once the continuation is added. */
export function continuationHandle({ key }: Pick<Continuation, 'key'>): string {
  return `more-${hash('sha256', JSON.stringify(key), 'hex').slice(0, 12)}`;
}

/** Format of the handle of a continuation. */
export const continuationPattern = /^more-[0-9a-f]{12}$/u;

/**
 * Continuations by short handles, in memory. A handle is derived from the key, so that equal answers have equal bytes.
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
