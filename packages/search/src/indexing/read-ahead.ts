import type { ListedFile } from '@lexichord/abstractions';
import { pMapIterable } from 'p-map';

/** How many files are read before somebody takes them. */
export interface ReadAheadLimits {
  /** At the same time. */
  readonly filesAtOnce: number;
  /** At the same time, and read but not taken yet. */
  readonly files: number;
  /** Of the same; a file that is larger alone is read when there is no other. */
  readonly bytes: number;
}

/** Reads files before they are asked for, in their order, within limits that bound the memory. */
export async function* readAhead<Read>(
  files: AsyncIterable<ListedFile>,
  read: (file: ListedFile) => Promise<Read>,
  limits: ReadAheadLimits,
): AsyncGenerator<Read> {
  let bytesAhead = 0;
  let goOn: (() => void) | undefined;

  async function* asThereIsRoom(): AsyncGenerator<ListedFile> {
    for await (const file of files) {
      while (bytesAhead > 0 && bytesAhead + file.sizeBytes > limits.bytes) {
        await new Promise<void>((resolve) => (goOn = resolve));
      }
      bytesAhead += file.sizeBytes;
      yield file;
    }
  }

  const results = pMapIterable(
    asThereIsRoom(),
    async (file) => ({ sizeBytes: file.sizeBytes, result: await read(file) }),
    { concurrency: limits.filesAtOnce, backpressure: limits.files },
  );
  for await (const { sizeBytes, result } of results) {
    bytesAhead -= sizeBytes;
    goOn?.();
    yield result;
  }
}
