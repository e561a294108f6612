/** Aborts with the same reason so many milliseconds after the given one. Keeps no process alive. */
export function delayedSignal(signal: AbortSignal, delayMs: number): AbortSignal {
  const later = new AbortController();
  const abortLater = (): void => {
    setTimeout(() => later.abort(signal.reason), delayMs).unref();
  };
  if (signal.aborted) abortLater();
  else signal.addEventListener('abort', abortLater, { once: true });
  return later.signal;
}
