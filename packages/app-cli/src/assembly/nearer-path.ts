import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

import { ErrorCode, type ILexichordRuntime, LexichordError, isLexichordError } from '@lexichord/abstractions';

/** A document path that was not found, and the folder it was named from. */
export interface MissingDocument {
  readonly documentPath: string;
  readonly workingDirectory: string;
}

/**
 * Paths are relative to the workspace root. When the path is missing there but exists relative to the current folder,
 * the error suggests the right path; any other error is returned unchanged.
 */
export async function withNearerPath(
  error: unknown,
  { documentPath, workingDirectory }: MissingDocument,
  { workspaceRoot }: ILexichordRuntime,
): Promise<unknown> {
  if (!isLexichordError(error) || error.code !== ErrorCode.notFound) return error;
  const found = await realpath(resolve(workingDirectory, documentPath)).catch(() => undefined);
  if (found === undefined) return error;
  const inside = relative(workspaceRoot, found);
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return error;
  const meant = inside.split(sep).join('/');
  return new LexichordError(
    error.code,
    `"${documentPath}" does not exist in the workspace, whose paths count from its root. Did you mean "${meant}"?`,
    { details: { ...error.details, meant }, cause: error },
  );
}
