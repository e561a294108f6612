import type { CheckProgress } from '@lexichord/abstractions';

import { type CommandIo, columnsOf } from '../command-io.js';
import { colorsFor } from './colors.js';
import { formatCount } from './numbers.js';

/** The line is written again at most so often. */
const redrawMs = 100;

/** To the beginning of the line, and clear it. */
const clearLine = '\r\u001b[2K';

/** Checks under a line that says what is being looked at. On a terminal only; the line is gone when the work is done. */
export async function showCheckProgress<T>(
  io: CommandIo,
  work: (onProgress: ((progress: CheckProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  if (io.stderr.isTTY !== true) return work(undefined);
  const { dim } = colorsFor(io.stderr, io.environment);
  let drawnMs = -Infinity;
  const draw = ({ name, checked }: CheckProgress): void => {
    const nowMs = performance.now();
    if (nowMs - drawnMs < redrawMs) return;
    drawnMs = nowMs;
    const line = `Checking ${name}: ${formatCount(checked)}`;
    io.stderr.write(`${clearLine}${dim(line.slice(0, columnsOf(io.stderr) - 1))}`);
  };
  try {
    return await work(draw);
  } finally {
    if (drawnMs > 0) io.stderr.write(clearLine);
  }
}
