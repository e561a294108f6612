import { rename, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** On Windows: 2 seconds together. Other systems rename what is open. */
const usualDelaysMs: readonly number[] = process.platform === 'win32' ? [10, 20, 50, 100, 200, 400, 600, 600] : [];

/** Errors of Windows for a file that another program has open, as scanners for viruses have new files for moments. */
const passing: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** How a rename is repeated. */
export interface RenameOptions {
  /** Waiting times in milliseconds; an attempt more than there are. */
  readonly delaysMs?: readonly number[];
  readonly renameOnce?: typeof rename;
}

/**
 * Renames a file or a folder, once more where another program holds it open for a moment. A folder that is in the way is
 * not waited for.
 *
 * @throws the error of the last attempt
 */
export async function renamePatiently(
  from: string,
  to: string,
  { delaysMs = usualDelaysMs, renameOnce = rename }: RenameOptions = {},
): Promise<void> {
  for (const delayMs of delaysMs) {
    try {
      await renameOnce(from, to);
      return;
    } catch (error) {
      if (!passing.has((error as NodeJS.ErrnoException).code) || (await isFolder(to))) throw error;
    }
    await setTimeout(delayMs);
  }
  await renameOnce(from, to);
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
