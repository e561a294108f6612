import {
  ErrorCode,
  type IIndexService,
  type IndexRefreshOptions,
  type LexichordError,
  isLexichordError,
} from '@lexichord/abstractions';

/** The result of bringing the index up to date. */
export interface IndexRefresh {
  /** One sentence each. */
  readonly warnings: readonly string[];
  /**
   * Those of {@link warnings} that a search's own answer does not have: files that are left out, or the reason for it.
   */
  readonly listingWarnings: readonly string[];
  /** Why the index is as it was. */
  readonly failure?: LexichordError | undefined;
}

/** Warning where another process brings the index up to date. */
export const readOnlyWarning = 'storage.read_only is set, so the search index was not updated here.';

/**
 * Brings the index up to date for a caller that can use the index as it is: a failure is returned and not thrown.
 * Where nothing may be written, that is no failure.
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

/** Errors that keep a process from writing, and not from reading. */
const writeFaults: readonly unknown[] = ['disk-full', 'denied', 'no-temporary-folder', 'too-many-files'];

/** Whether a write failed, so that the existing index can still be read. */
export function isWriteFailure({ code, details }: LexichordError): boolean {
  return code === ErrorCode.ioFailed || (code === ErrorCode.storageFailed && writeFaults.includes(details['fault']));
}
