import { setTimeout as sleep } from 'node:timers/promises';

/** Errors to retry, with the number of attempts and the delays. */
export interface RetryPolicy {
  readonly isWorthIt: (error: unknown) => boolean;
  readonly maxAttempts: number;
  /** Maximum wait before the second attempt; it doubles for each further one, up to a second. */
  readonly firstDelayMs: number;
  /** Fraction of the maximum wait, at least 0 and below 1; spreads the retries of colliding processes. */
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
}

const maxDelayMs = 1_000;

/** Repeats work that fails with a temporary error. Only for repeatable work, such as an upsert by key. */
export async function retry<T>(work: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    policy.signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!policy.isWorthIt(error) || attempt >= policy.maxAttempts) throw error;
    }
    const longest = Math.min(maxDelayMs, policy.firstDelayMs * 2 ** (attempt - 1));
    await sleep(policy.random() * longest, undefined, { signal: policy.signal });
  }
}
