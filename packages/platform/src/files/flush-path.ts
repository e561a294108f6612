import { open } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname } from 'node:path';

const isWindows = platform() === 'win32';

/**
 * Waits until the written data of a file is on the disk and survives a power cut.
 *
 * @throws the errors of the file system: then the state of the disk is uncertain
 */
export async function flushFile(path: string): Promise<void> {
  // Windows flushes only files that were opened for writing.
  await flush(path, isWindows ? 'r+' : 'r');
}

/** Flushes the entries of a folder: created, renamed and removed names. Windows does that by itself. */
export async function flushFolder(path: string): Promise<void> {
  if (!isWindows) await flush(path, 'r').catch(ignoreImpossible);
}

/**
 * Flushes a folder and all its parents: the process that created them may have ended without flushing them.
 *
 * @param flush flushes a single folder
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

/** Ignores folders of the system that the user cannot list. */
function ignoreUnreadable(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error;
}
