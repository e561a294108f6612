import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** Paths of drafts that are being written. */
const openDrafts = new Set<string>();

/**
 * Runs work that creates a draft of a file, and removes a remaining draft afterwards, also when the process exits
 * during the work.
 *
 * @param draft absolute path
 */
export async function withDraft<T>(draft: string, work: () => Promise<T>): Promise<T> {
  // Only while there are drafts, because the number of listeners is limited.
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
