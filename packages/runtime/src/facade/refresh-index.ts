import {
  ErrorCode,
  type IIndexService,
  type IndexRefreshOptions,
  type LexichordError,
  isLexichordError,
} from '@lexichord/abstractions';

/** Result of an update of the index. */
export interface IndexRefresh {
  /** Warnings, one sentence each. */
  readonly warnings: readonly string[];
  /**
   * The {@link warnings} that a search does not add itself: files that are left out, or the reason for a missing
   * update.
   */
  readonly listingWarnings: readonly string[];
  /** Reason why the index was not updated. */
  readonly failure?: LexichordError | undefined;
}

/** Warning for a read-only store, whose index another process updates. */
export const readOnlyWarning = 'storage.read_only is set, so the search index was not updated here.';

/**
 * Updates the index for a caller that can also use the existing one: a failure is returned, not thrown. A read-only
 * store is no failure.
 *
 * @throws the signal's reason
 */
export async function refreshIndex(
  index: IIndexService,
  { refresh = true, signal, onIndexProgress, onIndexReport }: IndexRefreshOptions,
): Promise<IndexRefresh> {
  if (!refresh) return { warnings: [], listingWarnings: [] };
  try {
    const report = await index.update({ onProgress: onIndexProgress, signal });
    onIndexReport?.(report);
    const { warnings, listingWarnings = [] } = report;
    return { warnings, listingWarnings };
  } catch (error) {
    if (signal?.aborted === true || !isLexichordError(error)) throw error;
    if (error.code === ErrorCode.storageReadOnly) {
      return { warnings: [readOnlyWarning], listingWarnings: [readOnlyWarning] };
    }
    const warning = `The search index could not be updated: ${error.message}`;
    return { warnings: [warning], listingWarnings: [], failure: error };
  }
}

/** Faults that prevent writing, but not reading. */
const writeFaults: readonly unknown[] = ['disk-full', 'denied', 'no-temporary-folder', 'too-many-files'];

/** Whether a write failed, so that the existing index can still be read. */
export function isWriteFailure({ code, details }: LexichordError): boolean {
  return code === ErrorCode.ioFailed || (code === ErrorCode.storageFailed && writeFaults.includes(details['fault']));
}
