import type { ListedFile } from '@lexichord/abstractions';

/** Files that are read, cut, described and written together: a commit of the store costs as much as many rows. */
const filesAtOnce = 96;

/** Bytes of the same: memory is bounded whatever the size of the repository. */
const bytesAtOnce = 3_000_000;

export function* inBatches(files: readonly ListedFile[]): Generator<readonly ListedFile[]> {
  let batch: ListedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    batch.push(file);
    bytes += file.sizeBytes;
    if (batch.length < filesAtOnce && bytes < bytesAtOnce) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Reads a batch while the one before is worked on. */
export async function* readAhead<Batch, Read>(
  batches: Iterable<Batch>,
  read: (batch: Batch) => Promise<Read>,
): AsyncGenerator<Read> {
  let ahead: Promise<Read> | undefined;
  for (const batch of batches) {
    const current = ahead;
    ahead = read(batch);
    // Its failure is thrown when its turn comes, unless something else failed before.
    ahead.catch(() => undefined);
    if (current !== undefined) yield await current;
  }
  if (ahead !== undefined) yield await ahead;
}
