import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** Files that are being written, by the names that they have until they are whole. */
const openDrafts = new Set<string>();

/**
 * Does work that makes a draft of a file, and removes what is left of it afterwards: also when the process exits in the
 * middle, which ends the work without a word.
 *
 * @param draft absolute
 */
export async function withDraft<T>(draft: string, work: () => Promise<T>): Promise<T> {
  // Only while there is something to remove: others count who listens.
  if (openDrafts.size === 0) process.on('exit', removeOpenDrafts);
  openDrafts.add(draft);
  try {
    return await work();
  } finally {
    await rm(draft, { force: true }).finally(() => forget(draft));
  }
}

function forget(draft: string): void {
  openDrafts.delete(draft);
  if (openDrafts.size === 0) process.off('exit', removeOpenDrafts);
}

function removeOpenDrafts(): void {
  for (const draft of openDrafts) {
    try {
      rmSync(draft, { force: true });
    } catch {
      // The process ends: there is no caller to report to.
    }
  }
}
