/** Signals that end a command, with the exit code that shells give a process that they ended. */
export const interruptingSignals = { SIGINT: 130, SIGTERM: 143 } as const;
export type InterruptingSignal = keyof typeof interruptingSignals;

/** The reason of a signal that was aborted by one of the process. */
export class Interruption extends DOMException {
  constructor(readonly signalName: InterruptingSignal) {
    super(signalName === 'SIGINT' ? 'Interrupted.' : 'Terminated.', 'AbortError');
  }
}

/** With which code an interrupted command ends. */
export function exitCodeOfInterruption(signal: AbortSignal | undefined): 130 | 143 {
  const reason: unknown = signal?.reason;
  return interruptingSignals[reason instanceof Interruption ? reason.signalName : 'SIGINT'];
}

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
