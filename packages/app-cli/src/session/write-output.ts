import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { ErrorCode, LexichordError, PathDeniedError, isLexichordError } from '@lexichord/abstractions';
import {
  type ReplaceOptions,
  namesDevice,
  namesStream,
  relativeInside,
  replaceFile,
} from '@lexichord/platform/internal';

import type { CommandIo } from '../command-io.js';

/** A file to write a result to. */
export interface OutputFile {
  /** As the user wrote it. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly isThere: boolean;
}

/** Rules for the output file. */
export interface OutputTarget extends Pick<CommandIo, 'workingDirectory'> {
  /** Absolute, links resolved. */
  readonly workspaceRoot: string;
  /** Whether an existing file is replaced. */
  readonly replaces: boolean;
}

/**
 * Checks that a file can be written before the work starts. It may be anywhere, but not behind a link inside the
 * workspace, which in a cloned repository could lead anywhere, and must not be a link itself.
 *
 * @throws {PathDeniedError} for a link
 * @throws {LexichordError} `not-found` without its folder; `invalid-argument` for a folder, and for an existing file
 * that may not be replaced
 */
export async function checkOutputFile(
  name: string,
  { workingDirectory, workspaceRoot, replaces }: OutputTarget,
): Promise<OutputFile> {
  if (namesDevice(name) || namesStream(name)) {
    throw notWritableError(`"${name}" is no name of a file on Windows. Give another name.`, name);
  }
  const path = resolve(await realpath(workingDirectory), name);
  await requireFolder(name, path, workspaceRoot);
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSymbolicLink() === true)
    throw new PathDeniedError(name, 'it is a link, and links are not followed when writing');
  if (found !== undefined && !found.isFile())
    throw notWritableError(`"${name}" exists and is not a file. Give another name.`, name);
  if (found !== undefined && !replaces) {
    throw notWritableError(`"${name}" already exists and was not changed. Use --force to replace it.`, name);
  }
  return { name, path, isThere: found !== undefined };
}

/**
 * Writes the file atomically: readers see all of it or nothing.
 *
 * @param text whole or in pieces
 * @param options file permissions; by default those of the process
 * @throws {LexichordError} `io-failed`; the errors of making the pieces
 */
export async function writeOutputFile(
  { name, path }: OutputFile,
  text: string | AsyncIterable<string>,
  options: Pick<ReplaceOptions, 'isPrivate'> = {},
): Promise<void> {
  try {
    await replaceFile(path, typeof text === 'string' ? [text] : text, options);
  } catch (cause) {
    if (isLexichordError(cause)) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    throw new LexichordError(
      ErrorCode.ioFailed,
      `"${name}" cannot be written (${code ?? 'unknown reason'}). Check the folder's permissions and the free disk space.`,
      {
        details: { file: name },
        cause,
      },
    );
  }
}

async function requireFolder(name: string, path: string, workspaceRoot: string): Promise<void> {
  const folder = dirname(path);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    throw new LexichordError(
      ErrorCode.notFound,
      `The folder of "${name}" does not exist. Create it, or give another name.`,
      {
        details: { file: name },
      },
    );
  }
  const inside = relativeInside(workspaceRoot, folder);
  if (inside === undefined) return;
  if ((await realpath(folder)) === join(workspaceRoot, inside)) return;
  throw new PathDeniedError(name, 'the path of its folder contains a link, and links are not followed when writing');
}

function notWritableError(message: string, file: string): LexichordError {
  return new LexichordError(ErrorCode.invalidArgument, message, { details: { file } });
}
