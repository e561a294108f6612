import type { IndexProgress } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { formatCount } from './numbers.js';
import { showProgressLine } from './progress-line.js';

/** Before this time a rate says nothing. */
const firstRateMs = 1_000;

/** How far the work was, and when. */
interface Start {
  readonly filesDone: number;
  readonly atMs: number;
}

/** Does the work under a line that shows how far it is: files, chunks, rate, and the time left. */
export function showIndexProgress<T>(
  io: CommandIo,
  work: (onProgress: ((progress: IndexProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  let start: Start | undefined;
  const lineOf = (progress: IndexProgress, nowMs: number): string => {
    // Files that had not changed are done before the first report: they would make the rate too good.
    start ??= { filesDone: progress.filesDone, atMs: nowMs };
    return progressLine(progress, { files: progress.filesDone - start.filesDone, elapsedMs: nowMs - start.atMs });
  };
  return showProgressLine(io, { lineOf }, work);
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
