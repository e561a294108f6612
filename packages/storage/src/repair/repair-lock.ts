import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { ignoreMissing } from '@lexichord/platform/internal';

/** A repair that ended without removing its lock holds it so long. */
const staleMs = 30_000;

/**
 * Keeps other repairs, and writers, away from the tables of a folder while work is done.
 *
 * @throws {LexichordError} `storage-failed`, fault `locked`, while another process repairs it
 */
export async function withRepairLock<T>(root: string, work: () => Promise<T>): Promise<T> {
  const { lock } = await import('proper-lockfile');
  await mkdir(root, { recursive: true, mode: 0o700 });
  let release: () => Promise<void>;
  try {
    release = await lock(root, lockOptions(root));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') throw beingRepaired(root);
    throw error;
  }
  try {
    return await work();
  } finally {
    await release();
  }
}

/**
 * To be awaited before a commit.
 *
 * @throws {LexichordError} `storage-failed`, fault `locked`, while a process repairs the store
 */
export async function requireNoRepair(root: string): Promise<void> {
  // Loads nothing while there is no lock, which is always.
  if ((await lstat(lockPath(root)).catch(ignoreMissing)) === undefined) return;
  const { check } = await import('proper-lockfile');
  if (await check(root, lockOptions(root))) throw beingRepaired(root);
}

function lockPath(root: string): string {
  return join(root, 'repair.lock');
}

function lockOptions(root: string): { lockfilePath: string; stale: number; realpath: boolean } {
  return { lockfilePath: lockPath(root), stale: staleMs, realpath: false };
}

function beingRepaired(root: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `The store at ${root} is being repaired by another process. Nothing was written: run the command again when that is done.`,
    { details: { address: root, fault: 'locked' } },
  );
}
