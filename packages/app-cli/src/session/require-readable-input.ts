import { realpath } from 'node:fs/promises';
import { isAbsolute, parse, relative, resolve } from 'node:path';

import { type ILexichordRuntime, IWorkspaceGuard, PathDeniedError } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';

/**
 * A file that the command line names may lie anywhere, but what is in it goes to a model. So a name that the workspace
 * denies, such as `.env` or a private key, is denied wherever the file is; a link is judged by both of its ends.
 *
 * @param name as the user wrote it; `-` is standard input
 * @throws {PathDeniedError}
 */
export async function requireReadableInput(
  name: string,
  { workingDirectory }: Pick<CommandIo, 'workingDirectory'>,
  runtime: ILexichordRuntime,
): Promise<void> {
  if (name === '-') return;
  const guard = runtime.resolve(IWorkspaceGuard);
  const given = resolve(workingDirectory, name);
  // What is missing is told by whoever reads it.
  const resolved = await realpath(given).catch(() => given);
  if ([given, resolved].every((path) => !guard.isDenied(nameToJudge(path, guard.root)))) return;
  throw new PathDeniedError(name, 'files of this name can hold secrets, or a rule of the workspace denies it');
}

/** Relative to the workspace, or for a file elsewhere all of its names. */
function nameToJudge(path: string, root: string): string {
  const inside = relative(root, path);
  const isInside = inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
  return isInside ? inside : path.slice(parse(path).root.length);
}
