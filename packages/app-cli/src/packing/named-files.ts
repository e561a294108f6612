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
 * A path counts from the current folder where it is there, as a shell completes it, and from the workspace's root
 * otherwise.
 *
 * @returns relative to the workspace; as it is when it is absolute, or nowhere
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

/** Whether a path names something, were it a link that leads nowhere. */
export function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
