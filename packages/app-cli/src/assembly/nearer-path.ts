import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

import { ErrorCode, type ILexichordRuntime, LexichordError, isLexichordError } from '@lexichord/abstractions';

/** What was asked for, and from where. */
export interface MissingDocument {
  readonly documentPath: string;
  readonly workingDirectory: string;
}

/**
 * Documents are named relative to the workspace, but who stands in a folder of it is used to name them from there. When
 * a document is missing and one of that name is beside the user, the error says how to name it; any other error stays.
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
