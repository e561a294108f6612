import { open } from 'node:fs/promises';
import { resolve } from 'node:path';

import { openedPath } from '@lexichord/platform';

import type { CommandIo } from '../command-io.js';
import { readFailure } from './read-input.js';
import type { InputJudge } from './require-readable-input.js';

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
 * @param judge asked about the open file, on systems that say where it lies
 * @throws {LexichordError} `not-found`, `invalid-argument` for a folder, `io-failed`; what `judge` throws; while it is read, too
 */
export async function openInput(
  name: string,
  { stdin, workingDirectory }: Pick<CommandIo, 'stdin' | 'workingDirectory'>,
  judge?: InputJudge,
): Promise<InputStream> {
  if (name === '-') return { chunks: bytesOf(stdin, 'Standard input') };
  const label = JSON.stringify(name);
  try {
    const handle = await open(resolve(workingDirectory, name), 'r');
    try {
      const opened = openedPath(handle.fd);
      if (opened !== undefined) judge?.(opened);
      const found = await handle.stat();
      if (found.isDirectory()) throw Object.assign(new TypeError('It is a folder.'), { code: 'EISDIR' });
      const totalBytes = found.isFile() ? found.size : undefined;
      return { chunks: bytesOf(handle.createReadStream(), label), totalBytes };
    } catch (error) {
      await handle.close();
      throw error;
    }
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
