import { resolve } from 'node:path';

import { type InputJudge, readInputFile, readInputStream } from '@lexichord/platform/internal';

import type { CommandIo } from '../command-io.js';

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
  { stdin, workingDirectory }: Pick<CommandIo, 'stdin' | 'workingDirectory'>,
  { limitMb, judge }: InputOptions = {},
): Promise<string> {
  if (name === '-') return readInputStream(stdin, { label: 'Standard input', limitMb });
  return readInputFile(resolve(workingDirectory, name), { label: `"${name}"`, limitMb, judge });
}
