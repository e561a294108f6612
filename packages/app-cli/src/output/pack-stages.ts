import type { PackStage, PackTimings } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { formatCount } from './numbers.js';
import { showProgressLine } from './progress-line.js';
import { colorsFor } from './text-layout.js';

const stageNames: Readonly<Record<PackStage, string>> = {
  collect: 'collecting sources',
  chunk: 'cutting files',
  rank: 'ranking',
  dedup: 'removing repetition',
  select: 'selecting',
  format: 'formatting',
};

/** Packs with a progress line that names the stage. */
export function showPackProgress<T>(
  io: CommandIo,
  work: (onStage: ((stage: PackStage) => void) | undefined) => Promise<T>,
): Promise<T> {
  const lineOf = (stage: PackStage): string => `Packing: ${stageNames[stage]}`;
  return showProgressLine(io, { lineOf, isUrgent: () => true, isForTerminals: true }, work);
}

/** Target of the duration of a pack, in milliseconds (T-016 NFR-016-01). */
const targetMs = 500;

const stages = [
  ['Context collection', 'collect'],
  ['Chunking', 'chunk'],
  ['Ranking', 'rank'],
  ['Deduplication', 'dedup'],
  ['Selection', 'select'],
  ['Formatting', 'format'],
] as const;

/** Prints a line for each stage to standard error. The index update is not part of packing and comes first. */
export function printPackTimings(
  timings: PackTimings,
  { io, indexMs }: { readonly io: CommandIo; readonly indexMs: number | undefined },
): void {
  const { green, yellow } = colorsFor(io.stderr, io.environment);
  const verdict = timings.total < targetMs ? green('✓') : yellow('✗');
  const lines = [
    ...(indexMs === undefined ? [] : [`Index update: ${inMs(indexMs)}`]),
    ...stages.map(([name, stage]) => `${name}: ${inMs(timings[stage])}`),
    `TOTAL PACKING TIME: ${inMs(timings.total)} ${verdict} (target: <${targetMs}ms)`,
  ];
  for (const line of lines) io.stderr.write(`[TIMING] ${line}\n`);
}

function inMs(time: number): string {
  return `${formatCount(time)}ms`;
}
