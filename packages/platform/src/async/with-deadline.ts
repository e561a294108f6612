import { setMaxListeners } from 'node:events';

/**
 * Runs `work` with a signal that aborts after `timeoutMs` milliseconds. Unlike `AbortSignal.timeout`, the timer keeps
 * the process alive while it runs, and is gone when the work is done.
 */
export async function withDeadline<T>(timeoutMs: number, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  // Any number of listeners may wait for it, which is no sign of a leak.
  setMaxListeners(0, controller.signal);
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`Not done within ${timeoutMs} ms.`, 'TimeoutError'));
  }, timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
