import {
  ErrorCode,
  type ILexichordRuntime,
  IIndexService,
  type IndexReport,
  type LexichordError,
  isLexichordError,
} from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { showIndexProgress } from '../output/show-index-progress.js';

/**
 * Brings the search index up to date, under a line that shows how far it is.
 *
 * @throws what the update throws
 */
export async function refreshIndex(runtime: ILexichordRuntime, io: CommandIo): Promise<IndexReport> {
  const index = runtime.resolve(IIndexService);
  return showIndexProgress(io, (onProgress) => index.update({ onProgress, signal: io.signal }));
}

/** What bringing the index up to date has led to. */
export interface RefreshOutcome {
  /** What to tell about it. */
  readonly warnings: readonly string[];
  /** Those that say that files are left out. */
  readonly listingWarnings?: readonly string[] | undefined;
  /** Absent when it failed. */
  readonly durationMs?: number | undefined;
  readonly failure?: LexichordError | undefined;
}

/** {@link refreshIndex} for a command that can go on with the index as it is: a failure is told and not thrown. */
export async function tryToRefreshIndex(runtime: ILexichordRuntime, io: CommandIo): Promise<RefreshOutcome> {
  try {
    const { warnings, listingWarnings, durationMs } = await refreshIndex(runtime, io);
    return { warnings, listingWarnings, durationMs };
  } catch (error) {
    if (io.signal?.aborted === true || !isLexichordError(error)) throw error;
    return { warnings: [`The search index could not be brought up to date: ${error.message}`], failure: error };
  }
}

/** What keeps a process from writing, and says nothing against what it can read. */
const writeFaults: readonly unknown[] = ['disk-full', 'denied', 'no-temporary-folder', 'too-many-files'];

/** Whether something could not be written, so that what is there already may be read all the same. */
export function isWriteFailure({ code, details }: LexichordError): boolean {
  return code === ErrorCode.ioFailed || (code === ErrorCode.storageFailed && writeFaults.includes(details['fault']));
}
