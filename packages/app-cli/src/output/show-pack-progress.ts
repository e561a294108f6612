import type { PackStage } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { colorsFor } from './colors.js';

/** To the beginning of the line, and clear it. */
const clearLine = '\r\u001b[2K';

const stageNames: Readonly<Record<PackStage, string>> = {
  collect: 'collecting sources',
  chunk: 'cutting files',
  rank: 'ranking',
  dedup: 'removing repetition',
  select: 'selecting',
  format: 'formatting',
};

/** Packs under a line that names the stage. On a terminal only; the line is gone when the work is done. */
export async function showPackProgress<T>(
  io: CommandIo,
  work: (onStage: ((stage: PackStage) => void) | undefined) => Promise<T>,
): Promise<T> {
  if (io.stderr.isTTY !== true) return work(undefined);
  const { dim } = colorsFor(io.stderr, io.environment);
  try {
    return await work((stage) => io.stderr.write(`${clearLine}${dim(`Packing: ${stageNames[stage]}`)}`));
  } finally {
    io.stderr.write(clearLine);
  }
}
