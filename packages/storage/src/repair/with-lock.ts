import { setTimeout } from 'node:timers/promises';

/** Whom a lock keeps away, and for how long. */
export interface LockOptions {
  /** A process that ended without removing its lock holds it so long. */
  readonly staleMs: number;
  /** How long to wait for somebody else to be done. Default: not at all. */
  readonly waitMs?: number | undefined;
  /** What is thrown when somebody else still holds it. */
  readonly taken: () => Error;
}

/** Between two tries, on average. */
const pauseMs = 25;

/**
 * Does work that nobody else does at the same time, in this process or in another.
 *
 * @param path of the lock, a folder that is there as long as it is held
 * @throws what `taken` makes; what the file system throws
 */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  { staleMs, waitMs = 0, taken }: LockOptions,
): Promise<T> {
  const { lock } = await import('proper-lockfile');
  let release: (() => Promise<void>) | undefined;
  for (let waitedMs = 0; release === undefined; waitedMs += pauseMs) {
    try {
      release = await lock(path, { lockfilePath: path, stale: staleMs, realpath: false });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
      if (waitedMs >= waitMs) throw taken();
      // By chance, so that several that wait do not try at the same moments.
      await setTimeout(2 * pauseMs * Math.random());
    }
  }
  try {
    return await work();
  } finally {
    await release();
  }
}
