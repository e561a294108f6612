import { lstat, mkdir, open, readFile, realpath, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { ErrorCode, LexichordError, PathDeniedError } from '@lexichord/abstractions';
import { replaceFile } from '@lexichord/platform/internal';

/** A file that Lexichord writes in a workspace. */
export interface OwnFile {
  /** Absolute path of the workspace. */
  readonly workspace: string;
  /** Relative to the workspace, with slashes. */
  readonly file: string;
}

/** Maximum size of a settings file, in bytes, far above those of agents. */
const maxFileBytes = 1_048_576;

/**
 * Reads the text of an existing file.
 *
 * @returns `undefined` without a file
 * @throws {PathDeniedError} when the file, or a folder on the way to it, is a link: one in a cloned repository could
 * point anywhere
 * @throws {LexichordError} `invalid-argument` when it is no text or too large; `io-failed`
 */
export async function readOwnFile({ workspace, file }: OwnFile): Promise<string | undefined> {
  const path = join(workspace, file);
  return failingAsOurs(file, 'read', async () => {
    const found = await lstat(path).catch(ignoringMissing);
    if (found === undefined) return undefined;
    await refuseLinks({ workspace, file });
    if (found.isSymbolicLink()) throw linkError(file);
    if (!found.isFile()) throw unusableError(file, 'is not a file');
    if (found.size > maxFileBytes) throw unusableError(file, `has more than ${maxFileBytes} bytes`);
    return decode(file, await readFile(path));
  });
}

/**
 * Writes a file atomically, never through a link.
 *
 * @param isReplaced whether an existing file is replaced; a link at its path is replaced itself
 * @throws {PathDeniedError} when a folder on the way to it is a link
 * @throws {LexichordError} `invalid-argument` when one exists that may not be replaced; `io-failed`
 */
export async function writeOwnFile(
  { workspace, file }: OwnFile,
  text: string,
  { isReplaced }: { readonly isReplaced: boolean },
): Promise<void> {
  const path = join(workspace, file);
  await failingAsOurs(file, 'written', async () => {
    await mkdir(dirname(path), { recursive: true });
    await refuseLinks({ workspace, file });
    await (isReplaced ? replaceFile(path, [text]) : makeFile(path, text));
  });
}

async function makeFile(path: string, text: string): Promise<void> {
  // Fails if the file exists; it must then not be removed.
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function refuseLinks({ workspace, file }: OwnFile): Promise<void> {
  const folder = dirname(file);
  if ((await realpath(join(workspace, folder))) !== join(await realpath(workspace), folder)) throw linkError(folder);
}

function decode(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unusableError(file, 'is not UTF-8 text');
  }
}

function ignoringMissing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== 'ENOENT') throw cause;
}

async function failingAsOurs<T>(file: string, verb: 'read' | 'written', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (cause instanceof LexichordError) throw cause;
    if (code === 'EEXIST') throw alreadyThereError(file);
    throw new LexichordError(
      ErrorCode.ioFailed,
      `${file} cannot be ${verb} (${code ?? 'unknown reason'}). Check the folder's permissions and the free disk space.`,
      { cause },
    );
  }
}

/** The error for a file that may be written only if it does not exist. */
export function alreadyThereError(file: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `${file} already exists and was not changed. Use --force to replace it.`,
    { details: { file } },
  );
}

function linkError(path: string): PathDeniedError {
  return new PathDeniedError(path, 'its path contains a link, and links are not followed when writing');
}

function unusableError(file: string, problem: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `${file} was not changed, because "${basename(file)}" ${problem}. Move it away, then run the command again.`,
    { details: { file } },
  );
}
