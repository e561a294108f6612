import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { ignoreMissing } from '@lexichord/platform/internal';

import { type HeldLock, withLock } from './with-lock.js';

/** Age after which the lock of a repair that ended without removing it is stale. */
const staleMs = 30_000;

/**
 * Runs work under the repair lock of a folder, which excludes other repairs and writers.
 *
 * @throws {LexichordError} `storage-failed`, fault `locked`, while another process repairs it, or when the lock was
 * lost before the work ended
 */
export async function withRepairLock<T>(root: string, work: (lock: HeldLock) => Promise<T>): Promise<T> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const [taken, lost] = [(): LexichordError => beingRepaired(root), (): LexichordError => lockLost(root)];
  return withLock(lockPath(root), work, { staleMs, taken, lost });
}

/**
 * Checks before a commit that no process repairs the store.
 *
 * @throws {LexichordError} `storage-failed`, fault `locked`, while a process repairs the store
 */
export async function requireNoRepair(root: string): Promise<void> {
  // The lock's library is only loaded if there is a lock, which is rare.
  if ((await lstat(lockPath(root)).catch(ignoreMissing)) === undefined) return;
  const { check } = await import('proper-lockfile');
  if (await check(root, { lockfilePath: lockPath(root), stale: staleMs, realpath: false })) throw beingRepaired(root);
}

function lockPath(root: string): string {
  return join(root, 'repair.lock');
}

function beingRepaired(root: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `The store at ${root} is being repaired by another process. Nothing was written. Run the command again after the repair.`,
    { details: { address: root, fault: 'locked' } },
  );
}

function lockLost(root: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `The repair of the store at ${root} was stopped, because another process may write there: its lock, repair.lock, was removed, or the process had paused for too long. Run the command again.`,
    { details: { address: root, fault: 'locked' } },
  );
}
