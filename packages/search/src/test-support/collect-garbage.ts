import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees what nothing refers to any more, so that a `WeakRef` to it is empty. */
export async function collectGarbage(): Promise<void> {
  // A reference lasts until the job ends that has made or read it.
  await setImmediate();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}
