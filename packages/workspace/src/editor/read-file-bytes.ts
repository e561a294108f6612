import type { FileHandle } from 'node:fs/promises';
import type { CallOptions } from '@lexichord/abstractions';

const chunkBytes = 65_536;

/**
 * The bytes of an open file in pieces of {@link chunkBytes}, the last one shorter. All pieces are one buffer that is
 * filled again, so each is good only until the next one is asked for.
 */
export async function* readChunks(
  handle: FileHandle,
  { signal }: CallOptions = {},
): AsyncGenerator<Buffer, void, undefined> {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let position = 0;
  for (;;) {
    signal?.throwIfAborted();
    const length = await fill(handle, buffer, position);
    if (length > 0) yield buffer.subarray(0, length);
    if (length < chunkBytes) return;
    position += length;
  }
}

/** Reads until the buffer is full or the file ends: a network file system may give less than was asked for. */
async function fill(handle: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}

/**
 * All bytes of an open file, at most `maxBytes` and one more. The end is not looked for behind `sizeBytes`: the caller
 * sees by the file's facts whether it has grown meanwhile.
 */
export async function readAllBytes(handle: FileHandle, sizeBytes: number, maxBytes: number): Promise<Buffer> {
  // One more than the size, so that a file that has grown shows it.
  let bytes = Buffer.allocUnsafe(Math.min(sizeBytes, maxBytes) + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) return bytes.subarray(0, length);
    length += bytesRead;
    if (length === sizeBytes || length > maxBytes) return bytes.subarray(0, length);
    if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length, maxBytes + 1));
  }
}
