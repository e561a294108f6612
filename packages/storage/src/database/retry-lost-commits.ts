import { setTimeout as sleep } from 'node:timers/promises';

import { faultOf } from '../errors/storage-error.js';

/** How often and how patiently to try again. */
export interface RetryPolicy {
  readonly maxAttempts: number;
  /** From 0 up to, not including, 1; spreads the writers that collided. */
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
}

const firstDelayMs = 10;
const longestDelayMs = 1_000;

/**
 * Runs a write again while its commit loses against other writers'. Only for work that may be repeated, such as an upsert
 * by key. Waits a random part of 10, 20, 40, … at most 1,000 ms between attempts.
 */
export async function retryLostCommits<T>(work: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    policy.signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (faultOf(error) !== 'lost-commit' || attempt >= policy.maxAttempts) throw error;
    }
    const longest = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
    await sleep(policy.random() * longest, undefined, { signal: policy.signal });
  }
}
