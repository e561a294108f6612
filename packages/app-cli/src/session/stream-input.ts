import { open } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { CommandIo } from '../command-io.js';
import { readFailure } from './read-input.js';

/** A file that is read as it comes. */
export interface InputStream {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Unknown for standard input and pipes. */
  readonly totalBytes?: number | undefined;
}

/**
 * Opens a file of any size that the command line names; `-` is standard input. Whoever opens it reads it to its end, or
 * leaves the loop, which closes it.
 *
 * @throws {LexichordError} `not-found`, `invalid-argument` for a folder, `io-failed`; while it is read, too
 */
export async function openInput(
  name: string,
  { stdin, workingDirectory }: Pick<CommandIo, 'stdin' | 'workingDirectory'>,
): Promise<InputStream> {
  if (name === '-') return { chunks: bytesOf(stdin, 'Standard input') };
  const label = JSON.stringify(name);
  try {
    const handle = await open(resolve(workingDirectory, name), 'r');
    const found = await handle.stat();
    const isFile = found.isFile();
    if (found.isDirectory()) {
      await handle.close();
      throw Object.assign(new TypeError('It is a folder.'), { code: 'EISDIR' });
    }
    return { chunks: bytesOf(handle.createReadStream(), label), totalBytes: isFile ? found.size : undefined };
  } catch (cause) {
    throw readFailure(label, cause);
  }
}

async function* bytesOf(stream: AsyncIterable<unknown>, label: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
  } catch (cause) {
    throw readFailure(label, cause);
  }
}
