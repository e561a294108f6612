import { resolve } from 'node:path';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { openInputFile, readFailure } from './open-input-file.js';
import type { InputJudge } from './require-readable-input.js';

/** No prompt is longer; what is longer is refused rather than held in memory. */
const defaultLimitMb = 10;

/** How to read it. */
export interface InputOptions {
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
  io: Pick<CommandIo, 'stdin' | 'workingDirectory'>,
  { limitMb = defaultLimitMb, judge }: InputOptions = {},
): Promise<string> {
  const label = name === '-' ? 'Standard input' : `"${name}"`;
  const maxBytes = limitMb * 1_000_000;
  const bytes =
    name === '-'
      ? await readStream(io.stdin, maxBytes)
      : await readFileOf(resolve(io.workingDirectory, name), { label, maxBytes, judge });
  if (bytes.length > maxBytes) {
    throw new LexichordError(ErrorCode.fileTooLarge, `${label} is larger than ${limitMb} MB. Give it a smaller text.`, {
      details: { file: name, limitBytes: maxBytes },
    });
  }
  if (bytes.includes(0)) {
    throw new LexichordError(
      ErrorCode.binaryFile,
      `${label} is binary and cannot be read as text. Give it a text file.`,
      {
        details: { file: name },
      },
    );
  }
  return new TextDecoder('utf-8').decode(bytes);
}

async function readStream(stream: CommandIo['stdin'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

async function readFileOf(
  path: string,
  { label, maxBytes, judge }: Pick<InputOptions, 'judge'> & { readonly label: string; readonly maxBytes: number },
): Promise<Buffer> {
  try {
    const { handle } = await openInputFile(path, judge);
    try {
      // A file of /proc has no size, so what counts is what comes out of it.
      return await readStream(handle.createReadStream({ autoClose: false, end: maxBytes }), maxBytes);
    } finally {
      await handle.close();
    }
  } catch (cause) {
    throw readFailure(label, cause);
  }
}
