import { setTimeout } from 'node:timers/promises';

/** Times and errors of a lock. */
export interface LockOptions {
  /** Age after which the lock of a process that ended without removing it is stale. */
  readonly staleMs: number;
  /** Maximum time to wait for the holder of the lock. Default: none. */
  readonly waitMs?: number | undefined;
  /** Creates the error for a lock that another process still holds. */
  readonly taken: () => Error;
  /** Creates the error for a lock that was lost during the work. */
  readonly lost: () => Error;
}

/** A lock that is held during work. */
export interface HeldLock {
  /**
   * Checks the lock before a step that requires it.
   *
   * @throws the error of `lost` once the lock was removed, or the process was paused long enough for another to take it
   */
  requireHeld(): void;
}

/** Average pause between two attempts. */
const pauseMs = 25;

/**
 * Runs work under a lock, which one caller at a time holds, in this process or another.
 *
 * @param path path of the lock, a folder that exists while the lock is held
 * @throws the errors of `taken` and `lost`, and of the file system
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
