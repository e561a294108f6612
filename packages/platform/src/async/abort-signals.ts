import { setMaxListeners } from 'node:events';

import type { IClock } from '@lexichord/abstractions';

/**
 * Callbacks for when a signal aborts. One listener calls all of them, because Node warns of a leak from the eleventh
 * listener of a signal on, and the limit of a caller's signal is not changed.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Settles like `work`, or rejects with the signal's reason as soon as it aborts. For work that may not observe the
 * signal itself; it may continue in the background, and its outcome is then ignored.
 */
export async function raceWithSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(signal.reason as Error);
  });
  if (signal.aborted) giveUp();
  else listen(signal, giveUp);
  try {
    return await Promise.race([aborted, work]);
  } finally {
    stopListening(signal, giveUp);
  }
}

function listen(signal: AbortSignal, giveUp: () => void): void {
  const others = waiting.get(signal);
  if (others !== undefined) {
    others.add(giveUp);
    return;
  }
  waiting.set(signal, new Set([giveUp]));
  signal.addEventListener('abort', giveUpAll, { once: true });
}

function stopListening(signal: AbortSignal, giveUp: () => void): void {
  const others = waiting.get(signal);
  others?.delete(giveUp);
  if (others?.size !== 0) return;
  waiting.delete(signal);
  signal.removeEventListener('abort', giveUpAll);
}

function giveUpAll({ target }: Event): void {
  for (const giveUp of waiting.get(target as AbortSignal) ?? []) giveUp();
}

/** Aborts with the first of the signals. Any number of listeners is allowed without a warning of a leak. */
export function sharedSignal(signals: readonly AbortSignal[]): AbortSignal {
  const shared = AbortSignal.any([...signals]);
  setMaxListeners(0, shared);
  return shared;
}

/** Time limit of work, with its clock. */
export interface TimeLimit {
  readonly timeoutMs: number;
  readonly clock: IClock;
}

/**
 * Runs `work` with a signal that aborts after the time limit. Unlike that of `AbortSignal.timeout`, the timer keeps
 * the process alive while it runs, and is removed when the work is done.
 */
export async function withDeadline<T>(
  { timeoutMs, clock }: TimeLimit,
  work: (deadline: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  // Any number of listeners is allowed without a warning of a leak.
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
