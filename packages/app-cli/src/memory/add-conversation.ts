import {
  ICompressionStore,
  IConversationMemory,
  type ILexichordRuntime,
  type MemoryProgress,
  type MemoryReport,
} from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { printStoredCount } from '../output/memory-report.js';
import { countOf, formatCount, formatShare } from '../output/numbers.js';
import { showProgressLine } from '../output/progress-line.js';
import type { InputStream } from '../session/read-input.js';

/** Options of {@link addConversation}. */
export interface Adding {
  readonly runtime: ILexichordRuntime;
  readonly io: CommandIo;
  /** Whether standard error gets only one line of JSON. */
  readonly json: boolean;
}

/** Adds a file with a progress line. When it ends early, prints the stored number of messages. */
export async function addConversation(
  conversationId: string,
  { chunks, totalBytes }: InputStream,
  { runtime, io, json }: Adding,
): Promise<MemoryReport> {
  const { signal } = io;
  const memory = runtime.resolve(IConversationMemory);
  let stored = 0;
  // Immediately, because an interrupted process does not wait for running work.
  const reportStored = (): void => {
    if (!json) printStoredCount(stored, io);
  };
  signal?.addEventListener('abort', reportStored, { once: true });
  try {
    return await showMemoryProgress({ io, totalBytes }, (draw) => {
      const onProgress = (progress: MemoryProgress): void => {
        stored = progress.messages;
        draw?.(progress);
      };
      return memory.addFile(conversationId, chunks, { onProgress, signal });
    });
  } catch (error) {
    const isReported = signal?.aborted === true || stored === 0;
    const kept = isReported ? undefined : await runtime.resolve(ICompressionStore).head(conversationId);
    if (kept !== undefined && !json) printStoredCount(kept.messages, io);
    throw error;
  } finally {
    signal?.removeEventListener('abort', reportStored);
  }
}

/** No rate is shown before this time. */
const firstRateMs = 1_000;

/** Adds messages with a progress line: messages, segments, rate, and the share of the file. */
function showMemoryProgress<T>(
  { io, totalBytes }: { readonly io: CommandIo; readonly totalBytes: number | undefined },
  work: (onProgress: ((progress: MemoryProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  const startMs = performance.now();
  const lineOf = (progress: MemoryProgress, nowMs: number): string =>
    memoryLine(progress, { totalBytes, elapsedMs: nowMs - startMs });
  return showProgressLine(io, { lineOf }, work);
}

/** @param pace size of the file, if known, and elapsed time */
export function memoryLine(
  { messages, segments, bytesDone }: MemoryProgress,
  pace: { readonly totalBytes: number | undefined; readonly elapsedMs: number },
): string {
  const share = pace.totalBytes === undefined ? [] : [formatShare(bytesDone, pace.totalBytes)];
  const rate = pace.elapsedMs < firstRateMs ? [] : [`${formatCount((messages / pace.elapsedMs) * 1000)} messages/s`];
  return `Adding ${[countOf(messages, 'message'), countOf(segments, 'segment'), ...share, ...rate].join(', ')}`;
}
