/**
 * Settles like `work`, or rejects with the signal's reason as soon as it aborts. For work that is not trusted to
 * watch the signal itself; it may go on in the background, and what becomes of it no longer matters.
 */
export async function raceWithSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    stopListening = () => {
      signal.removeEventListener('abort', onAbort);
    };
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    stopListening();
  }
}
