import { hash } from 'node:crypto';

/** A call to be repeated from where its answer ended. */
export interface Continuation {
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Items that earlier answers have shown. */
  readonly skip: number;
}

/** Continuations that are kept; the ones that nobody used for longest go first. */
const maxContinuations = 1_000;

/** What a handle of a continuation looks like. */
export const continuationPattern = /^more-[0-9a-f]{12}$/u;

/**
 * Short handles for the rest of an answer. The handle is made from the call, so that the same answer has the same bytes;
 * the process forgets it when it ends.
 */
export class ContinuationStore {
  private readonly known = new Map<string, Continuation>();

  /** @returns the handle, `more-` and 12 hexadecimal digits */
  add(continuation: Continuation): string {
    const handle = handleOf(continuation);
    this.known.delete(handle);
    this.known.set(handle, continuation);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= maxContinuations) break;
      this.known.delete(oldest);
    }
    return handle;
  }

  find(handle: string): Continuation | undefined {
    return this.known.get(handle);
  }
}

function handleOf({ toolName, input, skip }: Continuation): string {
  return `more-${hash('sha256', JSON.stringify([toolName, input, skip]), 'hex').slice(0, 12)}`;
}
