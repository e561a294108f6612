import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { ConversationFile } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { readFailure } from './read-input.js';

/** A file that is read as it comes. */
export interface InputStream {
  /** A file is opened by each call; standard input and pipes can be read once. */
  readonly chunks: ConversationFile;
  /** Unknown for standard input and pipes. */
  readonly totalBytes?: number | undefined;
}

/**
 * Opens a file of any size that the command line names; `-` is standard input. Whoever reads it reads it to its end, or
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
    const path = resolve(workingDirectory, name);
    const handle = await open(path, 'r');
    const found = await handle.stat();
    if (!found.isFile() && !found.isDirectory()) return { chunks: bytesOf(handle.createReadStream(), label) };
    await handle.close();
    if (found.isDirectory()) throw Object.assign(new TypeError('It is a folder.'), { code: 'EISDIR' });
    return { chunks: () => bytesOf(createReadStream(path), label), totalBytes: found.size };
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
