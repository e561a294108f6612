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

/** Options of {@link readInput}. */
interface InputOptions {
  /** Size limit in millions of bytes. Default 10. */
  readonly limitMb?: number | undefined;
  /** Checks the path of the opened file, on systems that report it. */
  readonly judge?: InputJudge | undefined;
}

/**
 * Reads a text file of the command line, such as a template. It may be outside the workspace, because the user named
 * it; `-` is standard input. A byte order mark is dropped.
 *
 * @throws {LexichordError} `not-found`, `file-too-large`, `binary-file`, `invalid-argument` for a folder, a pipe or a
 * device, `io-failed`
 */
export async function readInput(
  name: string,
  { stdin, workingDirectory }: Pick<CommandIo, 'stdin' | 'workingDirectory'>,
  { limitMb, judge }: InputOptions = {},
): Promise<string> {
  if (name === '-') return readInputStream(stdin, { label: 'Standard input', limitMb });
  return readInputFile(resolve(workingDirectory, name), { label: `"${name}"`, limitMb, judge });
}

/** An input that is read as a stream. */
export interface InputStream {
  /** A file is opened by each call; standard input can be read once. */
  readonly chunks: ConversationFile;
  /** Unknown for standard input. */
  readonly totalBytes?: number | undefined;
}

/**
 * Opens a file of the command line of any size; `-` is standard input. Reading to the end, or leaving the loop, closes
 * it.
 *
 * @param judge checks the path of the opened file, on systems that report it
 * @throws {LexichordError} `not-found`, `invalid-argument` for a folder, a pipe or a device, `io-failed`; the errors of
 * `judge`; also while it is read
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

/** Checks the file each time it is opened, because it may have been replaced. */
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
 * Checks a file of the command line. It may be anywhere, but must not have a name that the guard denies.
 *
 * @param name as the user wrote it; `-` is standard input
 * @returns a check of the opened file by the same rules, because the name may lead to another file by then
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
