import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, relative, resolve, sep } from 'node:path';

import {
  type ILexichordRuntime,
  type KnowledgeFile,
  type KnowledgeFormat,
  PathDeniedError,
  isLexichordError,
} from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { usageError } from '../command-line/read-options.js';
import { printWarnings } from '../output/print-warnings.js';
import { readInput } from '../session/read-input.js';
import { type InputJudge, requireReadableInput } from '../session/require-readable-input.js';
import { insideWorkspace, listKnowledgeFiles } from './list-knowledge-files.js';

/** Descriptions of large APIs are larger than any prompt, in millions of bytes. */
const limitMb = 100;

/** How standard input is named in facts. */
const stdinPath = 'stdin';

/** What reading needs. */
export interface KnowledgeReading {
  readonly io: CommandIo;
  readonly runtime: ILexichordRuntime;
  /** Absent: found from name and content. */
  readonly format?: KnowledgeFormat | undefined;
}

/**
 * Reads what the command line names: files from anywhere, `-`, and folders of the workspace. Each file once.
 *
 * @throws what {@link readInput} throws; {PathDeniedError} for a file that may hold secrets; {LexichordError}
 * `invalid-argument` for a folder without anything to import
 */
export async function readKnowledgeFiles(
  names: readonly string[],
  reading: KnowledgeReading,
): Promise<readonly KnowledgeFile[]> {
  const { io, runtime } = reading;
  const files = new Map<string, KnowledgeFile>();
  for (const { name, isFound } of await withoutFolders(names, reading)) {
    io.signal?.throwIfAborted();
    const judge = await requireReadableInput(name, io, runtime);
    const path = name === '-' ? name : await realpath(resolve(io.workingDirectory, name)).catch(() => name);
    if (!files.has(path))
      files.set(
        path,
        await readKnowledgeFile(name, path, { ...reading, judge: isFound ? onlyInside(judge, runtime) : judge }),
      );
  }
  return [...files.values()];
}

/** A file that the user named, or that was found in a folder that the user named. */
interface NamedFile {
  readonly name: string;
  readonly isFound: boolean;
}

async function withoutFolders(
  names: readonly string[],
  { io, runtime }: KnowledgeReading,
): Promise<readonly NamedFile[]> {
  const { signal } = io;
  const files: NamedFile[] = [];
  for (const name of names) {
    const path = resolve(io.workingDirectory, name);
    const found = name === '-' ? undefined : await stat(path).catch(() => undefined);
    if (found?.isDirectory() !== true) files.push({ name, isFound: false });
    else {
      const listed = await listKnowledgeFiles(path, name, {
        runtime,
        signal,
        onWarning: (warning) => printWarnings([warning], io),
      });
      for (const found of listed) files.push({ name: resolve(runtime.workspaceRoot, found), isFound: true });
    }
  }
  return files;
}

/** What nobody named is read only where the workspace is. */
function onlyInside(judge: InputJudge, runtime: ILexichordRuntime): InputJudge {
  return (openedPath) => {
    judge(openedPath);
    if (insideWorkspace(openedPath, runtime) !== undefined) return;
    throw new PathDeniedError(openedPath, 'it was exchanged for a file outside the workspace while it was opened');
  };
}

async function readKnowledgeFile(
  name: string,
  path: string,
  reading: KnowledgeReading & { readonly judge: InputJudge },
): Promise<KnowledgeFile> {
  const { io, runtime, format, judge } = reading;
  if (name === '-' && format === undefined) {
    throw usageError('Standard input has no name to tell its format from. Say what it is with --format.', {
      option: '--format',
    });
  }
  const text = await readInput(name, io, { limitMb, judge });
  if (name === '-') return { documentPath: stdinPath, text, format };
  // A link is named as the user names it, unless that is outside and what it leads to is not.
  const inside = insideWorkspace(resolve(io.workingDirectory, name), runtime) ?? insideWorkspace(path, runtime);
  if (inside === undefined) await requireNoNamesake(name, basename(path), runtime);
  const readBeside = (beside: string): Promise<string | undefined> => readNeighbour(beside, path, reading);
  return { documentPath: inside ?? basename(path), text, format, readBeside };
}

/** A file from elsewhere is known by its name alone; of the same name as one of the workspace it would take its place. */
async function requireNoNamesake(
  name: string,
  fileName: string,
  { workspaceRoot }: Pick<ILexichordRuntime, 'workspaceRoot'>,
): Promise<void> {
  const namesake = await stat(resolve(workspaceRoot, fileName)).catch(() => undefined);
  if (namesake === undefined) return;
  throw usageError(
    `"${name}" is not in the workspace, and would be taken for "${fileName}", which is. Give it another name, or copy it into a folder of the workspace.`,
    { file: name },
  );
}

/**
 * What a file refers to may be anywhere in the workspace when the file is in it, and otherwise only in the file's own
 * folder: a file from elsewhere must not be able to name any other of the machine.
 */
async function readNeighbour(
  beside: string,
  path: string,
  { io, runtime }: KnowledgeReading,
): Promise<string | undefined> {
  const neighbour = await realpath(resolve(dirname(path), beside)).catch(() => undefined);
  if (neighbour === undefined || !mayReferTo(neighbour, path, runtime)) return undefined;
  try {
    const judgeName = await requireReadableInput(neighbour, io, runtime);
    const judge: InputJudge = (openedPath) => {
      judgeName(openedPath);
      if (mayReferTo(openedPath, path, runtime)) return;
      throw new PathDeniedError(beside, 'it was exchanged for a file elsewhere while it was opened');
    };
    return await readInput(neighbour, io, { limitMb, judge });
  } catch (error) {
    // The importer says at which line the reference leads nowhere.
    if (isLexichordError(error)) return undefined;
    throw error;
  }
}

function mayReferTo(neighbour: string, path: string, runtime: ILexichordRuntime): boolean {
  const isBoth = [path, neighbour].every((one) => insideWorkspace(one, runtime) !== undefined);
  const fromFolder = relative(dirname(path), neighbour);
  const isBelow = fromFolder !== '..' && !fromFolder.startsWith(`..${sep}`) && resolve(fromFolder) !== fromFolder;
  return isBoth || isBelow;
}
