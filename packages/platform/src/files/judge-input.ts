import { realpath } from 'node:fs/promises';
import { parse } from 'node:path';

import { type IWorkspaceGuard, PathDeniedError } from '@lexichord/abstractions';

import { relativeInside } from './relative-inside.js';

/**
 * Throws if the opened file may not be read.
 *
 * @param openedPath real path of the file, links resolved
 */
export type InputJudge = (openedPath: string) => void;

/** The rules for denied names, and the workspace. */
export type InputGuard = Pick<IWorkspaceGuard, 'root' | 'isDenied'>;

/**
 * Creates a judge for a file named by the user. It may be in any folder, but its content is sent to a model, so names
 * that the workspace denies, such as `.env` or a private key, are denied everywhere.
 *
 * @param name as given by the user
 */
export function inputJudge(name: string, guard: InputGuard): InputJudge {
  return (path) => {
    if (!guard.isDenied(nameToJudge(path, guard.root))) return;
    throw new PathDeniedError(name, 'files of this name can hold secrets, or a rule of the workspace denies it');
  };
}

/**
 * Judges a path by both of its ends, if it is a link.
 *
 * @param path absolute
 * @throws {PathDeniedError}
 */
export async function judgeInputPath(path: string, judge: InputJudge): Promise<void> {
  judge(path);
  // Reading a missing file reports it.
  judge(await realpath(path).catch(() => path));
}

/** The path relative to the workspace, or for a file elsewhere all of its names. */
function nameToJudge(path: string, root: string): string {
  const inside = relativeInside(root, path);
  return inside === undefined || inside === '' ? path.slice(parse(path).root.length) : inside;
}
