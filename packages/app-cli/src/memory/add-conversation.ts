import {
  ICompressionStore,
  IConversationMemory,
  type ILexichordRuntime,
  type MemoryProgress,
  type MemoryReport,
} from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { printWhatWasKept } from '../output/memory-report.js';
import { showMemoryProgress } from '../output/show-memory-progress.js';
import type { InputStream } from '../session/stream-input.js';

/** What adding needs. */
export interface Adding {
  readonly runtime: ILexichordRuntime;
  readonly io: CommandIo;
  /** Whether standard error is for one line of JSON alone. */
  readonly json: boolean;
}

/** Adds a file under a line that shows how far it is. When it ends early, what is stored is said. */
export async function addConversation(
  conversationId: string,
  { chunks, totalBytes }: InputStream,
  { runtime, io, json }: Adding,
): Promise<MemoryReport> {
  const { signal } = io;
  const memory = runtime.resolve(IConversationMemory);
  let stored = 0;
  // At once: an interrupted process does not wait for what is under way.
  const tellStored = (): void => {
    if (!json) printWhatWasKept(stored, io);
  };
  signal?.addEventListener('abort', tellStored, { once: true });
  try {
    return await showMemoryProgress({ io, totalBytes }, (draw) => {
      const onProgress = (progress: MemoryProgress): void => {
        stored = progress.messages;
        draw?.(progress);
      };
      return memory.addFile(conversationId, chunks, { onProgress, signal });
    });
  } catch (error) {
    const isTold = signal?.aborted === true || stored === 0;
    const kept = isTold ? undefined : await runtime.resolve(ICompressionStore).head(conversationId);
    if (kept !== undefined && !json) printWhatWasKept(kept.messages, io);
    throw error;
  } finally {
    signal?.removeEventListener('abort', tellStored);
  }
}
