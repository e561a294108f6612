import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';

import {
  type ILexichordRuntime,
  type KnowledgeFile,
  type KnowledgeFormat,
  PathDeniedError,
  isLexichordError,
} from '@lexichord/abstractions';
import { type InputJudge, relativeInside } from '@lexichord/platform/internal';

import type { CommandIo } from '../command-io.js';
import { usageError } from '../command-line/read-options.js';
import { printWarnings } from '../output/print-warnings.js';
import { readInput, requireReadableInput } from '../session/read-input.js';
import { insideWorkspace, listKnowledgeFiles } from './list-knowledge-files.js';

/** Limit for one input, in millions of bytes; descriptions of large APIs need it. */
const limitMb = 100;

/** Hex digits of a folder's hash: enough to tell the folders of one machine apart. */
const folderDigits = 8;

/** The document path of standard input in facts. */
export const stdinPath = 'stdin';

/** Options of {@link readKnowledgeFiles}. */
interface KnowledgeReading {
  readonly io: CommandIo;
  readonly runtime: ILexichordRuntime;
  /** Absent: found from name and content. */
  readonly format?: KnowledgeFormat | undefined;
  /** The document path of the one input in facts. Absent: its own path. */
  readonly source?: string | undefined;
}

/**
 * Reads the inputs of the command line: files from anywhere, `-`, and folders of the workspace. Each file is read once.
 *
 * @throws the errors of {@link readInput}; {PathDeniedError} for a file that may hold secrets; {LexichordError}
 * `invalid-argument` for a folder without importable files
 */
export async function readKnowledgeFiles(
  names: readonly string[],
  reading: KnowledgeReading,
): Promise<readonly KnowledgeFile[]> {
  const { io, runtime } = reading;
  await requireSource(names, reading);
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

/** A file named by the user, or found in a named folder. */
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

/** A file that was found rather than named must lie inside the workspace. */
function onlyInside(judge: InputJudge, runtime: ILexichordRuntime): InputJudge {
  return (openedPath) => {
    judge(openedPath);
    if (insideWorkspace(openedPath, runtime) !== undefined) return;
    throw new PathDeniedError(openedPath, 'it was replaced by a file outside the workspace while it was opened');
  };
}

async function readKnowledgeFile(
  name: string,
  path: string,
  reading: KnowledgeReading & { readonly judge: InputJudge },
): Promise<KnowledgeFile> {
  const { io, runtime, format, source, judge } = reading;
  if (name === '-' && format === undefined) {
    throw usageError(
      'The format of standard input cannot be detected, because it has no name. Give it with --format.',
      {
        option: '--format',
      },
    );
  }
  const text = await readInput(name, io, { limitMb, judge });
  if (name === '-') return { documentPath: source ?? stdinPath, text, format };
  // A link keeps the name that the user gave, unless only its target is inside the workspace.
  const inside = insideWorkspace(resolve(io.workingDirectory, name), runtime) ?? insideWorkspace(path, runtime);
  const readBeside = (beside: string): Promise<string | undefined> => readNeighbour(beside, path, reading);
  return { documentPath: source ?? inside ?? outsideName(path), text, format, readBeside };
}

/**
 * The document path of a file outside the workspace: its name, with a hash instead of its folder. The store may be
 * shared, and a path can contain names of people.
 */
function outsideName(path: string): string {
  const folder = createHash('sha256').update(dirname(path)).digest('hex').slice(0, folderDigits);
  return `outside-${folder}/${basename(path)}`;
}

/** @throws {LexichordError} `invalid-argument` for an invalid name, or that of a file of the workspace */
async function requireSource(names: readonly string[], { source, io, runtime }: KnowledgeReading): Promise<void> {
  if (source === undefined) return;
  const option = { option: '--source', value: source };
  if (source.trim() === '' || names.length !== 1) {
    throw usageError('--source needs a name and a single file or "-".', option);
  }
  const own = names[0] === '-' ? undefined : insideWorkspace(resolve(io.workingDirectory, names[0] ?? ''), runtime);
  const namesake = await stat(resolve(runtime.workspaceRoot, source)).catch(() => undefined);
  if (namesake === undefined || own === source) return;
  throw usageError(
    `"${source}" is already the name of a file or folder of the workspace. Give --source another name.`,
    option,
  );
}

/**
 * Reads a file that another file refers to: anywhere in the workspace for a file inside it, otherwise only below the
 * file's own folder. A file from elsewhere must not reach other files of the machine.
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
      throw new PathDeniedError(beside, 'it was replaced by a file in another folder while it was opened');
    };
    return await readInput(neighbour, io, { limitMb, judge });
  } catch (error) {
    // The importer reports the line of a reference that cannot be read.
    if (isLexichordError(error)) return undefined;
    throw error;
  }
}

function mayReferTo(neighbour: string, path: string, runtime: ILexichordRuntime): boolean {
  const isBoth = [path, neighbour].every((one) => insideWorkspace(one, runtime) !== undefined);
  return isBoth || relativeInside(dirname(path), neighbour) !== undefined;
}
