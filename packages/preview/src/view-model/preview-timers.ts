/** Timers of the view model. Tests replace them. */
export interface PreviewTimers {
  /** Calls `work` once, after `delayMs` milliseconds. */
  readonly set: (work: () => void, delayMs: number) => unknown;
  /** Cancels a timer of {@link set}; no effect after its call. */
  readonly clear: (handle: unknown) => void;
}

/** Timers of the browser or of Node. */
export const systemTimers: PreviewTimers = {
  set: (work, delayMs) => setTimeout(work, delayMs),
  clear: (handle) => clearTimeout(handle as number | undefined),
};
