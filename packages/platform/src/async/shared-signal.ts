import { setMaxListeners } from 'node:events';

/** Aborts with the first of the signals. Any number of listeners may wait for it, which is no sign of a leak. */
export function sharedSignal(signals: readonly AbortSignal[]): AbortSignal {
  const shared = AbortSignal.any([...signals]);
  setMaxListeners(0, shared);
  return shared;
}
