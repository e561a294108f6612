import { realpath } from 'node:fs/promises';
import { isAbsolute, parse, relative, resolve } from 'node:path';

import { type ILexichordRuntime, IWorkspaceGuard, PathDeniedError } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';

/**
 * Throws if the file that was opened may not be read.
 *
 * @param openedPath where it really lies, links resolved
 */
export type InputJudge = (openedPath: string) => void;

/**
 * A file that the command line names may lie anywhere, but what is in it goes to a model. So a name that the workspace
 * denies, such as `.env` or a private key, is denied wherever the file is; a link is judged by both of its ends.
 *
 * @param name as the user wrote it; `-` is standard input
 * @returns what judges the file by the same rules once it is open, as the name may lead to another by then
 * @throws {PathDeniedError}
 */
export async function requireReadableInput(
  name: string,
  { workingDirectory }: Pick<CommandIo, 'workingDirectory'>,
  runtime: ILexichordRuntime,
): Promise<InputJudge> {
  const guard = runtime.resolve(IWorkspaceGuard);
  const judge: InputJudge = (path) => {
    if (!guard.isDenied(nameToJudge(path, guard.root))) return;
    throw new PathDeniedError(name, 'files of this name can hold secrets, or a rule of the workspace denies it');
  };
  if (name === '-') return judge;
  const given = resolve(workingDirectory, name);
  judge(given);
  // What is missing is told by whoever reads it.
  judge(await realpath(given).catch(() => given));
  return judge;
}

/** Relative to the workspace, or for a file elsewhere all of its names. */
function nameToJudge(path: string, root: string): string {
  const inside = relative(root, path);
  const isInside = inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
  return isInside ? inside : path.slice(parse(path).root.length);
}
