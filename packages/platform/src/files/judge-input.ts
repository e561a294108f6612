import { realpath } from 'node:fs/promises';
import { parse } from 'node:path';

import { type IWorkspaceGuard, PathDeniedError } from '@lexichord/abstractions';

import { relativeInside } from './relative-inside.js';

/**
 * Throws if the file that was opened may not be read.
 *
 * @param openedPath where it really lies, links resolved
 */
export type InputJudge = (openedPath: string) => void;

/** The rules for denied names, and the workspace. */
export type InputGuard = Pick<IWorkspaceGuard, 'root' | 'isDenied'>;

/**
 * A file that the user named may lie anywhere, but what is in it goes to a model. So a name that the workspace denies,
 * such as `.env` or a private key, is denied wherever the file is.
 *
 * @param name as the user wrote it
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

/** Relative to the workspace, or for a file elsewhere all of its names. */
function nameToJudge(path: string, root: string): string {
  const inside = relativeInside(root, path);
  return inside === undefined || inside === '' ? path.slice(parse(path).root.length) : inside;
}
