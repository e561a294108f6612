import type { IndexProgress } from '@lexichord/abstractions';

import { type CommandIo, columnsOf } from '../command-io.js';
import { colorsFor } from './colors.js';
import { formatCount } from './numbers.js';

/** The line is written again at most so often. */
const redrawMs = 100;

/** Before this time a rate says nothing. */
const firstRateMs = 1_000;

/** To the beginning of the line, and clear it. */
const clearLine = '\r\u001b[2K';

/** How far the work was, and when. */
interface Start {
  readonly filesDone: number;
  readonly atMs: number;
}

/**
 * Does the work under a line that shows how far it is: files, chunks, rate, and the time left. On a terminal only;
 * the line is gone when the work is done.
 */
export async function showIndexProgress<T>(
  io: CommandIo,
  work: (onProgress: ((progress: IndexProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  if (io.stderr.isTTY !== true) return work(undefined);
  let start: Start | undefined;
  let drawnMs = -Infinity;
  const draw = (progress: IndexProgress): void => {
    const nowMs = performance.now();
    // Files that had not changed are done before the first report: they would make the rate too good.
    start ??= { filesDone: progress.filesDone, atMs: nowMs };
    if (nowMs - drawnMs < redrawMs) return;
    drawnMs = nowMs;
    const pace = { files: progress.filesDone - start.filesDone, elapsedMs: nowMs - start.atMs };
    const line = progressLine(progress, pace).slice(0, columnsOf(io.stderr) - 1);
    io.stderr.write(`${clearLine}${colorsFor(io.stderr, io.environment).dim(line)}`);
  };
  try {
    return await work(draw);
  } finally {
    if (start !== undefined) io.stderr.write(clearLine);
  }
}

/** @param pace files that were dealt with since the first report, and in what time */
export function progressLine(
  { filesDone, filesTotal, chunks }: IndexProgress,
  pace: { readonly files: number; readonly elapsedMs: number },
): string {
  const done = `Indexing ${formatCount(filesDone)} of ${formatCount(filesTotal)} files, ${formatCount(chunks)} chunks`;
  if (pace.elapsedMs < firstRateMs || pace.files <= 0) return done;
  const perSecond = (pace.files / pace.elapsedMs) * 1000;
  const secondsLeft = Math.ceil((filesTotal - filesDone) / perSecond);
  return `${done}, ${formatCount(Math.ceil(perSecond))} files/s, ${formatCount(secondsLeft)} s left`;
}
