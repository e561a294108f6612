import type { MemoryProgress } from '@lexichord/abstractions';

import { type CommandIo, columnsOf } from '../command-io.js';
import { colorsFor } from './colors.js';
import { countOf, formatCount, formatShare } from './numbers.js';

/** The line is written again at most so often. */
const redrawMs = 100;

/** Before this time a rate says nothing. */
const firstRateMs = 1_000;

/** To the beginning of the line, and clear it. */
const clearLine = '\r\u001b[2K';

/**
 * Adds messages under a line that shows how far it is: messages, segments, rate, and the share of the file. On a terminal
 * only; the line is gone when the work is done.
 */
export async function showMemoryProgress<T>(
  { io, totalBytes }: { readonly io: CommandIo; readonly totalBytes: number | undefined },
  work: (onProgress: ((progress: MemoryProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  if (io.stderr.isTTY !== true) return work(undefined);
  const { dim } = colorsFor(io.stderr, io.environment);
  const startMs = performance.now();
  let drawnMs = -Infinity;
  const draw = (progress: MemoryProgress): void => {
    const nowMs = performance.now();
    if (nowMs - drawnMs < redrawMs) return;
    drawnMs = nowMs;
    const line = memoryLine(progress, { totalBytes, elapsedMs: nowMs - startMs });
    io.stderr.write(`${clearLine}${dim(line.slice(0, columnsOf(io.stderr) - 1))}`);
  };
  try {
    return await work(draw);
  } finally {
    if (drawnMs > 0) io.stderr.write(clearLine);
  }
}

/** @param pace how large the file is, where that is known, and for how long it was read */
export function memoryLine(
  { messages, segments, bytesDone }: MemoryProgress,
  pace: { readonly totalBytes: number | undefined; readonly elapsedMs: number },
): string {
  const share = pace.totalBytes === undefined ? [] : [formatShare(bytesDone, pace.totalBytes)];
  const rate = pace.elapsedMs < firstRateMs ? [] : [`${formatCount((messages / pace.elapsedMs) * 1000)} messages/s`];
  return `Adding ${[countOf(messages, 'message'), countOf(segments, 'segment'), ...share, ...rate].join(', ')}`;
}
