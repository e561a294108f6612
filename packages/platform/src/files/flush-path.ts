import { open } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname } from 'node:path';

const isWindows = platform() === 'win32';

/**
 * Waits until the written data of a file is on the disk and survives a power cut.
 *
 * @throws what the file system throws: then the state of the disk is uncertain
 */
export async function flushFile(path: string): Promise<void> {
  // Windows flushes only files that were opened for writing.
  await flush(path, isWindows ? 'r+' : 'r');
}

/** The same for the names in a folder: what was made, renamed or removed there. Windows does that by itself. */
export async function flushFolder(path: string): Promise<void> {
  if (!isWindows) await flush(path, 'r').catch(ignoreImpossible);
}

/**
 * The same for a folder and every one above it: the process that made them may have ended without waiting for the disk.
 *
 * @param flush flushes one of them
 */
export async function flushFolderAndAbove(path: string, flush = flushFolder): Promise<void> {
  await flush(path).catch(ignoreUnreadable);
  const above = dirname(path);
  if (above !== path) await flushFolderAndAbove(above, flush);
}

async function flush(path: string, flags: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Some network file systems cannot flush a folder, and report that. */
function ignoreImpossible(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EINVAL') throw error;
}

/** Folders of the system that the user cannot list were not made by us. */
function ignoreUnreadable(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
}
