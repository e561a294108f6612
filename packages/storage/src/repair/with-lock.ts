import { setTimeout } from 'node:timers/promises';

/** Whom a lock keeps away, and for how long. */
export interface LockOptions {
  /** A process that ended without removing its lock holds it so long. */
  readonly staleMs: number;
  /** Maximum time to wait for the holder of the lock. Default: none. */
  readonly waitMs?: number | undefined;
  /** The error when another process still holds it. */
  readonly taken: () => Error;
  /** Creates the error for a lock that was lost during the work. */
  readonly lost: () => Error;
}

/** A lock while work is done. */
export interface HeldLock {
  /**
   * To be called before a step that must not be done without the lock.
   *
   * @throws what `lost` makes, once the lock was removed, or the process was stopped for so long that another may
   * have taken it
   */
  requireHeld(): void;
}

/** Between two tries, on average. */
const pauseMs = 25;

/**
 * Does work under a lock, which is for one caller at a time, in this process or in another.
 *
 * @param path of the lock, a folder that is there as long as it is held
 * @throws what `taken` and `lost` make; what the file system throws
 */
export async function withLock<T>(
  path: string,
  work: (lock: HeldLock) => Promise<T>,
  { staleMs, waitMs = 0, taken, lost }: LockOptions,
): Promise<T> {
  const { lock } = await import('proper-lockfile');
  const loss = new AbortController();
  // The library reports this from a timer, where an error would end the process.
  const onCompromised = (): void => loss.abort();
  let release: (() => Promise<void>) | undefined;
  for (let waitedMs = 0; release === undefined; waitedMs += pauseMs) {
    try {
      release = await lock(path, { lockfilePath: path, stale: staleMs, realpath: false, onCompromised });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
      if (waitedMs >= waitMs) throw taken();
      // Random, so that several waiting processes do not retry at the same time.
      await setTimeout(2 * pauseMs * Math.random());
    }
  }
  const requireHeld = (): void => {
    if (loss.signal.aborted) throw lost();
  };
  try {
    const result = await work({ requireHeld });
    requireHeld();
    return result;
  } finally {
    if (!loss.signal.aborted) await release();
  }
}
