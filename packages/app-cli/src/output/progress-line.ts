import { type CommandIo, columnsOf } from '../command-io.js';
import { colorsFor } from './text-layout.js';

/** Minimum time between redraws. */
const redrawMs = 100;

/** Moves to the beginning of the line and clears it. */
export const clearLine = '\r\u001b[2K';

/** Content of a progress line. */
interface ProgressText<Progress> {
  /**
   * Called for the first report and for those that are shown.
   *
   * @param nowMs as `performance.now()` has it
   */
  readonly lineOf: (progress: Progress, nowMs: number) => string;
  /** Whether a report skips the redraw limit. Default: never. */
  readonly isUrgent?: ((progress: Progress) => boolean) | undefined;
}

/** Runs work with a progress line, on a terminal only. The line is cleared when the work ends. */
export async function showProgressLine<Progress, Result>(
  io: CommandIo,
  { lineOf, isUrgent }: ProgressText<Progress>,
  work: (onProgress: ((progress: Progress) => void) | undefined) => Promise<Result>,
): Promise<Result> {
  if (io.stderr.isTTY !== true) return work(undefined);
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
