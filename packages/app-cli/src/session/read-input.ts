import type { FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';

import { type ConversationFile, type ILexichordRuntime, IWorkspaceGuard } from '@lexichord/abstractions';
import {
  type InputJudge,
  inputJudge,
  judgeInputPath,
  openInputFile,
  readFailure,
  readInputFile,
  readInputStream,
} from '@lexichord/platform/internal';

import type { CommandIo } from '../command-io.js';

/** How to read it. */
interface InputOptions {
  /** What is longer is refused, in millions of bytes. Default 10. */
  readonly limitMb?: number | undefined;
  /** Asked about the open file, on systems that say where it lies. */
  readonly judge?: InputJudge | undefined;
}

/**
 * Reads a text that the command line names, such as a template. Naming it there is permission enough, so it may be
 * outside the workspace; `-` is standard input. A byte order mark is dropped.
 *
 * @throws {LexichordError} `not-found`, `file-too-large`, `binary-file`, `invalid-argument` for a folder, a
 * pipe or a device, `io-failed`
 */
export async function readInput(
  name: string,
  { stdin, workingDirectory }: Pick<CommandIo, 'stdin' | 'workingDirectory'>,
  { limitMb, judge }: InputOptions = {},
): Promise<string> {
  if (name === '-') return readInputStream(stdin, { label: 'Standard input', limitMb });
  return readInputFile(resolve(workingDirectory, name), { label: `"${name}"`, limitMb, judge });
}

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

/**
 * A file that the command line names may lie anywhere, but not have a name that the workspace denies.
 *
 * @param name as the user wrote it; `-` is standard input
 * @returns what judges the file by the same rules once it is open, as the name may lead to another by then
 * @throws {PathDeniedError}
 */
export async function requireReadableInput(
  name: string,
  { workingDirectory }: Pick<CommandIo, 'workingDirectory'>,
  runtime: ILexichordRuntime,
): Promise<InputJudge> {
  const judge = inputJudge(name, runtime.resolve(IWorkspaceGuard));
  if (name !== '-') await judgeInputPath(resolve(workingDirectory, name), judge);
  return judge;
}
