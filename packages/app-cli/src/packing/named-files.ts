import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';

import { relativeInside } from '@lexichord/platform/internal';

import { spellingsOf } from './path-spellings.js';

/** The user's working folder, and the folder that paths are relative to. Absolute. */
export interface CommandFolders {
  readonly workingDirectory: string;
  readonly workspaceRoot: string;
}

/**
 * Resolves a path from the current folder if it exists there, as a shell completes it, otherwise from the workspace's
 * root.
 *
 * @returns the path relative to the workspace; unchanged if it is absolute or does not exist
 */
export async function pathInWorkspace(path: string, folders: CommandFolders): Promise<string> {
  if (isAbsolute(path)) return path;
  const { workspaceRoot } = folders;
  for (const folder of new Set([await currentFolder(folders), workspaceRoot])) {
    for (const name of spellingsOf(path)) {
      const found = resolve(folder, name);
      const inside = relativeInside(workspaceRoot, found);
      // The guard decides about existing files.
      if (inside !== undefined && (await isThere(found))) return inside;
    }
  }
  return path;
}

/** The user's working folder with links resolved, as the workspace's root has them. */
export function currentFolder({ workingDirectory }: CommandFolders): Promise<string> {
  return realpath(workingDirectory).catch(() => workingDirectory);
}

/** Whether a path exists, including a broken link. */
export function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
