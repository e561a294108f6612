import type { IndexProgress, IndexReport } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import { countOf, formatCount } from './numbers.js';
import { printWarnings } from './print-warnings.js';
import { showProgressLine } from './progress-line.js';
import { colorsFor } from './text-layout.js';

/** No rate is shown before this time. */
const firstRateMs = 1_000;

/** The first progress report. */
interface Start {
  readonly filesDone: number;
  readonly atMs: number;
}

/** Runs an index update with a progress line: files, chunks, rate, and time left. */
export function showIndexProgress<T>(
  io: CommandIo,
  work: (onProgress: ((progress: IndexProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  let start: Start | undefined;
  const lineOf = (progress: IndexProgress, nowMs: number): string => {
    // Unchanged files are done before the first report and would inflate the rate.
    start ??= { filesDone: progress.filesDone, atMs: nowMs };
    return progressLine(progress, { files: progress.filesDone - start.filesDone, elapsedMs: nowMs - start.atMs });
  };
  return showProgressLine(io, { lineOf }, work);
}

/** @param pace files done since the first report, and the elapsed time */
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

/** Skipped files named. */
const maxNamed = 10;

/** Prints the result of an index update. */
export function printIndexReport(report: IndexReport, io: CommandIo): void {
  const { files, chunks, added, changed, removed, embedded, durationMs, skipped, warnings } = report;
  const colors = colorsFor(io.stdout, io.environment);
  const seconds = (durationMs / 1000).toFixed(1);
  io.stdout.write(
    `${colors.bold(`${countOf(files, 'file')}, ${countOf(chunks, 'chunk')}`)} in the index, ${seconds} s\n`,
  );
  const changes = [`${formatCount(added)} added`, `${formatCount(changed)} changed`, `${formatCount(removed)} removed`];
  io.stdout.write(`${changes.join(', ')}; ${countOf(embedded, 'chunk')} embedded\n`);
  for (const { filePath, reason } of skipped.slice(0, maxNamed)) {
    io.stdout.write(`${colors.dim('not indexed:')} ${toTerminalLine(filePath)} (${reason})\n`);
  }
  if (skipped.length > maxNamed) {
    io.stdout.write(colors.dim(`… and ${countOf(skipped.length - maxNamed, 'more file')}\n`));
  }
  printWarnings(warnings, io);
}
