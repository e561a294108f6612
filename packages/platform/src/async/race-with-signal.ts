/**
 * What is to be given up when a signal aborts. One listener does it for all: to add one and take it away again costs more
 * than most of what is waited for.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Settles like `work`, or rejects with the signal's reason as soon as it aborts. For work that is not trusted to
 * watch the signal itself; it may go on in the background, and what becomes of it no longer matters.
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
