import { SystemClock } from '@lexichord/platform';

import { type CommandIo, columnsOf } from '../command-io.js';
import { colorsFor } from './text-layout.js';

/** Minimum time between redraws. */
const redrawMs = 100;

/** Delays of plain lines outside a terminal, in milliseconds: before the first and between further ones. */
const plainLineMs = { first: 2_000, next: 10_000 } as const;

/** Moves to the beginning of the line and clears it. */
export const clearLine = '\r\u001b[2K';

/** Content of a progress line. */
interface ProgressText<Progress> {
  /**
   * Called for the first report and for all shown ones.
   *
   * @param nowMs time of `performance.now()`
   */
  readonly lineOf: (progress: Progress, nowMs: number) => string;
  /** Whether a report skips the redraw limit. Default: never. */
  readonly isUrgent?: ((progress: Progress) => boolean) | undefined;
  /** Whether only a terminal shows it, because the work is short. Default: false. */
  readonly isForTerminals?: boolean | undefined;
}

/**
 * Runs work with a progress line. On a terminal the line is redrawn, and cleared when the work ends. Elsewhere, long
 * work writes a plain line every ten seconds, so that a waiting program does not take it for hung, except with the
 * environment variable `LEXICHORD_PROGRESS=off`.
 */
export async function showProgressLine<Progress, Result>(
  io: CommandIo,
  { lineOf, isUrgent, isForTerminals = false }: ProgressText<Progress>,
  work: (onProgress: ((progress: Progress) => void) | undefined) => Promise<Result>,
): Promise<Result> {
  if (io.stderr.isTTY !== true) {
    const isSilent = isForTerminals || io.environment['LEXICHORD_PROGRESS'] === 'off';
    return isSilent ? work(undefined) : writePlainLines(io, lineOf, work);
  }
  const { dim } = colorsFor(io.stderr, io.environment);
  let drawnMs: number | undefined;
  const draw = (progress: Progress): void => {
    const nowMs = performance.now();
    if (drawnMs !== undefined && nowMs - drawnMs < redrawMs && isUrgent?.(progress) !== true) return;
    drawnMs = nowMs;
    io.stderr.write(`${clearLine}${dim(lineOf(progress, nowMs).slice(0, columnsOf(io.stderr) - 1))}`);
  };
  try {
    return await work(draw);
  } finally {
    if (drawnMs !== undefined) io.stderr.write(clearLine);
  }
}

/** Writes the lines by a timer, because waiting work reports nothing. */
async function writePlainLines<Progress, Result>(
  { stderr, clock = new SystemClock() }: CommandIo,
  lineOf: ProgressText<Progress>['lineOf'],
  work: (onProgress: (progress: Progress) => void) => Promise<Result>,
): Promise<Result> {
  let latest: { readonly progress: Progress } | undefined;
  let isDue = false;
  const writeLine = (): void => {
    isDue = latest === undefined;
    if (latest === undefined) return;
    stderr.write(`${lineOf(latest.progress, performance.now())}\n`);
    stop = clock.startTimer(plainLineMs.next, writeLine);
  };
  let stop = clock.startTimer(plainLineMs.first, writeLine);
  const onProgress = (progress: Progress): void => {
    if (latest === undefined) lineOf(progress, performance.now());
    latest = { progress };
    if (isDue) writeLine();
  };
  try {
    return await work(onProgress);
  } finally {
    stop();
  }
}
