/** Signals that end a command, with the exit codes that shells use for them. */
export const interruptingSignals = { SIGINT: 130, SIGTERM: 143 } as const;
export type InterruptingSignal = keyof typeof interruptingSignals;

/** Abort reason when a process signal ended the command. */
export class Interruption extends DOMException {
  constructor(readonly signalName: InterruptingSignal) {
    super(signalName === 'SIGINT' ? 'Interrupted.' : 'Terminated.', 'AbortError');
  }
}

/** The exit code of an interrupted command. */
export function exitCodeOfInterruption(signal: AbortSignal | undefined): 130 | 143 {
  const reason: unknown = signal?.reason;
  return interruptingSignals[reason instanceof Interruption ? reason.signalName : 'SIGINT'];
}

/** A signal that aborts `delayMs` after the given one, with the same reason. Its timer keeps no process alive. */
export function delayedSignal(signal: AbortSignal, delayMs: number): AbortSignal {
  const later = new AbortController();
  const abortLater = (): void => {
    setTimeout(() => later.abort(signal.reason), delayMs).unref();
  };
  if (signal.aborted) abortLater();
  else signal.addEventListener('abort', abortLater, { once: true });
  return later.signal;
}

/** Resolves when the command is interrupted; never without a signal. */
export function interrupted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
