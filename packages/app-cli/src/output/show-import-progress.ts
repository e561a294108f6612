import type { ImportProgress } from '@lexichord/abstractions';

import { type CommandIo, columnsOf } from '../command-io.js';
import { colorsFor } from './colors.js';
import { countOf, formatCount } from './numbers.js';

/** The line is written again at most so often. */
const redrawMs = 100;

/** To the beginning of the line, and clear it. */
const clearLine = '\r\u001b[2K';

/** Imports under a line that shows how far it is. On a terminal only; the line is gone when the work is done. */
export async function showImportProgress<T>(
  io: CommandIo,
  work: (onProgress: ((progress: ImportProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  if (io.stderr.isTTY !== true) return work(undefined);
  const { dim } = colorsFor(io.stderr, io.environment);
  let drawnMs = -Infinity;
  const draw = (progress: ImportProgress): void => {
    const nowMs = performance.now();
    const isLast = progress.filesDone === progress.filesTotal;
    if (nowMs - drawnMs < redrawMs && !isLast) return;
    drawnMs = nowMs;
    io.stderr.write(`${clearLine}${dim(importLine(progress).slice(0, columnsOf(io.stderr) - 1))}`);
  };
  try {
    return await work(draw);
  } finally {
    if (drawnMs > 0) io.stderr.write(clearLine);
  }
}

/** When all files are read, the facts are stored and made searchable, which takes longest. */
export function importLine({ filesDone, filesTotal, entities }: ImportProgress): string {
  const found = `${formatCount(entities)} ${entities === 1 ? 'entity' : 'entities'}`;
  if (filesDone === filesTotal) return `Storing ${found} of ${countOf(filesTotal, 'file')}`;
  return `Reading ${formatCount(filesDone)} of ${countOf(filesTotal, 'file')}, ${found}`;
}
