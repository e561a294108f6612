import type { FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { ConversationFile } from '@lexichord/abstractions';
import { type InputJudge, openInputFile, readFailure } from '@lexichord/platform/internal';

import type { CommandIo } from '../command-io.js';

/** A file that is read as it comes. */
export interface InputStream {
  /** A file is opened by each call; standard input can be read once. */
  readonly chunks: ConversationFile;
  /** Unknown for standard input. */
  readonly totalBytes?: number | undefined;
}

/**
 * Opens a file of any size that the command line names; `-` is standard input. Whoever reads it reads it to its end, or
 * leaves the loop, which closes it.
 *
 * @param judge asked about the open file, on systems that say where it lies
 * @throws {LexichordError} `not-found`, `invalid-argument` for a folder, a pipe or a device, `io-failed`; what `judge`
 * throws; while it is read, too
 */
export async function openInput(
  name: string,
  { stdin, workingDirectory }: Pick<CommandIo, 'stdin' | 'workingDirectory'>,
  judge?: InputJudge,
): Promise<InputStream> {
  if (name === '-') return { chunks: bytesOf(stdin, 'Standard input') };
  const label = JSON.stringify(name);
  try {
    const path = resolve(workingDirectory, name);
    const { handle, stats } = await openInputFile(path, judge);
    await handle.close();
    return { chunks: () => readJudged(path, label, judge), totalBytes: stats.size };
  } catch (cause) {
    throw readFailure(label, cause);
  }
}

/** What is opened is judged each time: another file may have taken its place. */
async function* readJudged(
  path: string,
  label: string,
  judge: InputJudge | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let handle: FileHandle;
  try {
    ({ handle } = await openInputFile(path, judge));
  } catch (cause) {
    throw readFailure(label, cause);
  }
  yield* bytesOf(handle.createReadStream(), label);
}

async function* bytesOf(stream: AsyncIterable<unknown>, label: string): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of stream) yield typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array);
  } catch (cause) {
    throw readFailure(label, cause);
  }
}
