import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** A larger file is none of ours, in bytes. */
const largestFile = 2_000_000_000;

/**
 * The bytes of a file; `undefined` for a link, a pipe, a device or anything else that is no plain file of a sensible
 * size: the folder may come from somebody else.
 *
 * @throws what the file system throws
 */
export async function readWhole(path: string): Promise<Buffer | undefined> {
  // Not through a link, and without waiting for the other end of a pipe.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    return stats.isFile() && stats.size <= largestFile ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
}
