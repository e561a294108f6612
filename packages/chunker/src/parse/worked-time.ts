import { readFileSync } from 'node:fs';

const nanosecondsPerMs = 1e6;

/** Milliseconds that a thread has worked by the system's account; where there is none, that have gone by. */
export function workedMs(account: string | undefined): number {
  if (account === undefined) return performance.now();
  try {
    return Number.parseInt(readFileSync(account, 'latin1'), 10) / nanosecondsPerMs;
  } catch {
    // The thread has just ended: whatever waits for it is over.
    return Infinity;
  }
}
