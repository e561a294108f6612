import { read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import type { CallOptions } from '@lexichord/abstractions';

const chunkBytes = 65_536;

/** Maximum size of a synchronous read: a call on another thread costs more than reading cached data. */
const bytesReadAtOnce = 262_144;

const readElsewhere = promisify(read);

/**
 * Yields the bytes of an open file in pieces of {@link chunkBytes}, the last one shorter. All pieces share a buffer, so
 * each is valid only until the next one is requested.
 */
export async function* readChunks(
  descriptor: number,
  { signal }: CallOptions = {},
): AsyncGenerator<Buffer, void, undefined> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let position = 0;
  for (;;) {
    signal?.throwIfAborted();
    const length = await fill(descriptor, buffer, position);
    if (length > 0) yield buffer.subarray(0, length);
    if (length < chunkBytes) return;
    position += length;
  }
}

/** Reads until the buffer is full or the file ends: a network file system may return less than requested. */
async function fill(descriptor: number, buffer: Buffer, position: number): Promise<number> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await readElsewhere(descriptor, buffer, length, buffer.length - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

/** For all synchronous reads: a new one for each file would have to be filled with pages by the system. */
let sharedBuffer: Buffer | undefined;

/**
 * Reads the bytes of an open file synchronously, at most `maxBytes` plus one; `undefined` for a larger file, which
 * {@link readAllBytes} reads. May stop after `sizeBytes`, too.
 *
 * @returns bytes that are valid until the next call
 */
export function readAtOnce(descriptor: number, sizeBytes: number, maxBytes: number): Buffer | undefined {
  if (sizeBytes >= bytesReadAtOnce) return undefined;
  sharedBuffer ??= Buffer.allocUnsafeSlow(bytesReadAtOnce);
  const limit = Math.min(sizeBytes, maxBytes) + 1;
  let length = 0;
  while (length < limit) {
    const bytesRead = readSync(descriptor, sharedBuffer, length, limit - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === sizeBytes) return sharedBuffer.subarray(0, length);
  }
  // The file has grown.
  return length > maxBytes ? sharedBuffer.subarray(0, length) : undefined;
}

/**
 * Reads the bytes of an open file, at most `maxBytes` plus one. May stop after `sizeBytes`: the caller checks the
 * file's state for changes meanwhile.
 */
export async function readAllBytes(descriptor: number, sizeBytes: number, maxBytes: number): Promise<Buffer> {
  // One more than the size, so that a file that has grown shows it.
  let bytes = Buffer.allocUnsafe(Math.min(sizeBytes, maxBytes) + 1);
  let length = 0;
  for (;;) {
    const target = [bytes, length, bytes.length - length, length] as const;
    const bytesRead =
      bytes.length <= bytesReadAtOnce
        ? readSync(descriptor, ...target)
        : (await readElsewhere(descriptor, ...target)).bytesRead;
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    if (length === sizeBytes || length > maxBytes) return bytes.subarray(0, length);
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length, maxBytes + 1));
  }
}
