import type { PackStage } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { showProgressLine } from './progress-line.js';

const stageNames: Readonly<Record<PackStage, string>> = {
  collect: 'collecting sources',
  chunk: 'cutting files',
  rank: 'ranking',
  dedup: 'removing repetition',
  select: 'selecting',
  format: 'formatting',
};

/** Packs under a line that names the stage. */
export function showPackProgress<T>(
  io: CommandIo,
  work: (onStage: ((stage: PackStage) => void) | undefined) => Promise<T>,
): Promise<T> {
  const lineOf = (stage: PackStage): string => `Packing: ${stageNames[stage]}`;
  return showProgressLine(io, { lineOf, isUrgent: () => true }, work);
}
