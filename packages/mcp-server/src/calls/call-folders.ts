import {
  ErrorCode,
  type IncludedChunk,
  LexichordError,
  type PackedContext,
  PathDeniedError,
} from '@lexichord/abstractions';

import type { CallLimits } from './call-limits.js';

/** Whether a file lies in one of the folders; without folders, every file does. @param path relative to the workspace */
export function isInFolders(path: string, folders: readonly string[] | undefined): boolean {
  return folders === undefined || folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** @throws {PathDeniedError} for a file outside the folders that the client limits its calls to */
export function requireFolder(path: string, folders: readonly string[] | undefined): void {
  const relative = path.replace(/^(?:\.\/)+/u, '');
  if (folders === undefined || (!hasUpwardStep(relative) && isInFolders(relative, folders))) return;
  throw new PathDeniedError(path, 'it is outside the roots of the client');
}

/** Outputs of tools lie in no folder, and pass. @throws {PathDeniedError} for a list with a file outside the folders */
function requireFilesInFolders(
  files: readonly { readonly filePath: string }[],
  folders: readonly string[] | undefined,
): void {
  for (const { filePath } of files) if (isFile(filePath)) requireFolder(filePath, folders);
}

/**
 * A check of the paths of files for later callers. A function of its own, so that what it returns keeps nothing of the
 * files but their paths in memory.
 */
export function checkOfFiles(files: readonly { readonly filePath: string }[]): (limits: CallLimits) => void {
  const paths = files.map(({ filePath }) => ({ filePath }));
  return ({ folders }) => requireFilesInFolders(paths, folders);
}

/**
 * Requires all chunks of a pack to be in the folders, except files that the task itself names.
 *
 * @throws {PathDeniedError} for a pack with a file outside the folders
 */
export function requirePackInFolders(packed: PackedContext, folders: readonly string[] | undefined): void {
  const outside = fileOutside(packed.includedChunks, folders);
  if (outside !== undefined) requireFolder(outside, folders);
}

/** The file of one of the chunks that lies in none of the folders, if there is one. */
export function fileOutside(
  chunks: readonly Pick<IncludedChunk, 'filePath'>[],
  folders: readonly string[] | undefined,
): string | undefined {
  return chunks.find(({ filePath }) => isFile(filePath) && !isInFolders(filePath, folders))?.filePath;
}

/** Outputs of tools have a name that is no path. */
function isFile(path: string): boolean {
  return !path.startsWith('tool:');
}

/** @throws {LexichordError} `invalid-argument` where a client limits its calls to a part of the workspace */
export function requireWholeWorkspace(folders: readonly string[] | undefined): void {
  if (folders === undefined) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    'The roots of the client are only a part of the workspace, and this tool covers all of it. Use search_code or pack_context, or start the server in that folder.',
  );
}

function hasUpwardStep(path: string): boolean {
  return path.split('/').includes('..');
}
