import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes parts to a file of which readers see all or nothing. For this user alone: it tells about private files. */
export async function writeWhole(path: string, parts: readonly Buffer[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  try {
    const file = await open(unfinished, 'w', 0o600);
    try {
      for (const part of parts) await file.write(part);
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}
