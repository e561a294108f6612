import { setMaxListeners } from 'node:events';

import type { IClock } from '@lexichord/abstractions';

/** How long work may take, and by which clock. */
export interface TimeLimit {
  readonly timeoutMs: number;
  readonly clock: IClock;
}

/**
 * Runs `work` with a signal that aborts when the time limit is over. Unlike that of `AbortSignal.timeout`, the timer keeps
 * the process alive while it runs, and is gone when the work is done.
 */
export async function withDeadline<T>(
  { timeoutMs, clock }: TimeLimit,
  work: (deadline: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  // Any number of listeners may wait for it, which is no sign of a leak.
  setMaxListeners(0, controller.signal);
  const stopTimer = clock.startTimer(timeoutMs, () => {
    controller.abort(new DOMException(`Not done within ${timeoutMs} ms.`, 'TimeoutError'));
  });
  try {
    return await work(controller.signal);
  } finally {
    stopTimer();
  }
}
