import {
  ErrorCode,
  type IncludedChunk,
  LexichordError,
  type PackedContext,
  PathDeniedError,
} from '@lexichord/abstractions';
import { withForwardSlashes } from '@lexichord/platform/internal';

import type { CallLimits } from './call-limits.js';

/** Whether a file is in one of the folders; true without folders. @param path path relative to the workspace */
export function isInFolders(path: string, folders: readonly string[] | undefined): boolean {
  return folders === undefined || folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** @throws {PathDeniedError} for a file outside the client's folders */
export function requireFolder(path: string, folders: readonly string[] | undefined): void {
  const relative = withForwardSlashes(path).replace(/^(?:\.\/)+/u, '');
  if (folders === undefined || (!hasUpwardStep(relative) && isInFolders(relative, folders))) return;
  throw new PathDeniedError(path, 'it is outside the roots of the client');
}

/** Outputs of tools have no folder, and pass. @throws {PathDeniedError} for a list with a file outside the folders */
function requireFilesInFolders(
  files: readonly { readonly filePath: string }[],
  folders: readonly string[] | undefined,
): void {
  for (const { filePath } of files) if (isFile(filePath)) requireFolder(filePath, folders);
}

/**
 * Creates a check of the files' paths for later callers. The returned function keeps only the paths in memory.
 */
export function checkOfFiles(files: readonly { readonly filePath: string }[]): (limits: CallLimits) => void {
  const paths = files.map(({ filePath }) => ({ filePath }));
  return ({ folders }) => requireFilesInFolders(paths, folders);
}

/**
 * Requires all included files of a pack to be in the folders.
 *
 * @throws {PathDeniedError} for a pack with a file outside the folders
 */
export function requirePackInFolders(packed: PackedContext, folders: readonly string[] | undefined): void {
  const outside = fileOutside(packed.includedChunks, folders);
  if (outside !== undefined) requireFolder(outside, folders);
}

/** The first file of the chunks that is in none of the folders. */
export function fileOutside(
  chunks: readonly Pick<IncludedChunk, 'filePath'>[],
  folders: readonly string[] | undefined,
): string | undefined {
  return chunks.find(({ filePath }) => isFile(filePath) && !isInFolders(filePath, folders))?.filePath;
}

/** Whether a name is a path; outputs of tools have other names. */
function isFile(path: string): boolean {
  return !path.startsWith('tool:');
}

/** @throws {LexichordError} `invalid-argument` if the client limits its calls to a part of the workspace */
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
