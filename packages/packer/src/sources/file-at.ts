import { type CallOptions, type IWorkspaceGuard, isLexichordError } from '@lexichord/abstractions';

/**
 * The file at a path that a text names, relative to the workspace; `undefined` if there is none that may be read. Ask
 * `guard.isDenied` first: a mention is not an attempt to read, and each refusal is logged.
 *
 * @throws the signal's reason
 */
export async function fileAt(
  path: string,
  { guard, signal }: CallOptions & { readonly guard: IWorkspaceGuard },
): Promise<string | undefined> {
  try {
    return (await guard.check(path, { signal })).relativePath;
  } catch (error) {
    signal?.throwIfAborted();
    if (isLexichordError(error)) return undefined;
    throw error;
  }
}
