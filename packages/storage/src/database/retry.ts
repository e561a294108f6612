import { setTimeout as sleep } from 'node:timers/promises';

/** Errors to retry, with the number of attempts and the delays. */
export interface RetryPolicy {
  readonly isWorthIt: (error: unknown) => boolean;
  readonly maxAttempts: number;
  /** Longest wait before the second attempt; twice as long before each further one, up to a second. */
  readonly firstDelayMs: number;
  /** From 0 up to, not including, 1: the part of the longest wait; spreads those who collided. */
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
}

const maxDelayMs = 1_000;

/** Runs work again while it fails for what passes. Only for work that may be repeated, such as an upsert by key. */
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
