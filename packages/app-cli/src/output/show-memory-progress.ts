import type { MemoryProgress } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { countOf, formatCount, formatShare } from './numbers.js';
import { showProgressLine } from './progress-line.js';

/** Before this time a rate says nothing. */
const firstRateMs = 1_000;

/** Adds messages under a line that shows how far it is: messages, segments, rate, and the share of the file. */
export function showMemoryProgress<T>(
  { io, totalBytes }: { readonly io: CommandIo; readonly totalBytes: number | undefined },
  work: (onProgress: ((progress: MemoryProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  const startMs = performance.now();
  const lineOf = (progress: MemoryProgress, nowMs: number): string =>
    memoryLine(progress, { totalBytes, elapsedMs: nowMs - startMs });
  return showProgressLine(io, { lineOf }, work);
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
