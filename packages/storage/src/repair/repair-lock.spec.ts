import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { TemporaryDatabases } from '../test-support/temporary-database.js';
import { requireNoRepair, withRepairLock } from './repair-lock.js';
import type { HeldLock } from './with-lock.js';

/** After which the library looks at its lock again. */
const renewalMs = 15_000;

describe('withRepairLock', () => {
  const temporary = new TemporaryDatabases();
  let root: string;

  beforeEach(async () => {
    root = await temporary.folder();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'performance'] });
  });

  afterEach(async () => {
    jest.useRealTimers();
    await temporary.dispose();
  });

  const locked = { code: 'storage-failed', details: { fault: 'locked' } };

  /** Somebody removes the lock, and the library sees it, which asks the file system first. */
  async function loseLock(lock: HeldLock): Promise<void> {
    await rm(join(root, 'repair.lock'), { recursive: true });
    jest.advanceTimersByTime(renewalMs);
    while (isHeld(lock)) await new Promise((resolve) => setImmediate(resolve));
  }

  function isHeld(lock: HeldLock): boolean {
    try {
      lock.requireHeld();
      return true;
    } catch {
      return false;
    }
  }

  it('keeps writers and other repairs away until the work is done', async () => {
    const [writing, repairing] = await withRepairLock(root, () =>
      Promise.allSettled([requireNoRepair(root), withRepairLock(root, () => Promise.resolve())]),
    );

    expect([writing, repairing]).toMatchObject([{ reason: locked }, { reason: locked }]);
    await expect(requireNoRepair(root)).resolves.toBeUndefined();
    await expect(withRepairLock(root, () => Promise.resolve('again'))).resolves.toBe('again');
  });

  it('stops before the next step once the lock is lost', async () => {
    const steps: string[] = [];

    const repairing = withRepairLock(root, async (lock) => {
      lock.requireHeld();
      steps.push('first');
      await loseLock(lock);
      lock.requireHeld();
      steps.push('second');
    });

    await expect(repairing).rejects.toMatchObject(locked);
    expect(steps).toEqual(['first']);
  });

  it('says so when the lock was lost during the last step', async () => {
    await expect(withRepairLock(root, loseLock)).rejects.toMatchObject(locked);
  });

  it('says why the work failed, even with the lock lost', async () => {
    const repairing = withRepairLock(root, async (lock) => {
      await loseLock(lock);
      await Promise.reject(new Error('the disk is full'));
    });

    await expect(repairing).rejects.toThrow('the disk is full');
  });
});
