import type { BigIntStats } from 'node:fs';

/** Device and file number. Differs for another file with the same path. */
export function fileIdOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/**
 * Differs whenever the file was written to, within the precision of the file system's clock. The change time catches
 * tools that set the modification time back.
 */
export function contentIdOf(stats: BigIntStats): string {
  return `${fileIdOf(stats)}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;
}
