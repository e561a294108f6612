import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

import type { NamedLines } from '@lexichord/abstractions';

/** Files that a command line names. */
export interface WorkspaceFiles {
  readonly openFiles: readonly string[];
  /** Lines of the open files. */
  readonly anchors: readonly NamedLines[];
  readonly references: readonly string[];
}

/** Where the user is, and where paths count from. Absolute. */
export interface CommandFolders {
  readonly workingDirectory: string;
  readonly workspaceRoot: string;
}

/** The files as the workspace names them. */
export async function inWorkspace(
  { openFiles, anchors, references }: WorkspaceFiles,
  folders: CommandFolders,
): Promise<WorkspaceFiles> {
  const pathOf = (path: string): Promise<string> => pathInWorkspace(path, folders);
  return {
    openFiles: [...new Set(await Promise.all(openFiles.map(pathOf)))],
    anchors: await Promise.all(anchors.map(async (anchor) => ({ ...anchor, path: await pathOf(anchor.path) }))),
    references: [...new Set(await Promise.all(references.map(pathOf)))],
  };
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
  const workingDirectory = await realpath(folders.workingDirectory).catch(() => folders.workingDirectory);
  for (const folder of new Set([workingDirectory, workspaceRoot])) {
    for (const name of spellingsOf(path)) {
      const found = resolve(folder, name);
      const inside = relative(workspaceRoot, found);
      const isOutside = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside);
      // What is there is the guard's to judge.
      if (!isOutside && (await isThere(found))) return inside.split(sep).join('/');
    }
  }
  return path;
}

/** As it is, and as Windows would understand it: a path may come from a tool there. */
export function spellingsOf(path: string): readonly string[] {
  return path.includes('\\') ? [path, path.replaceAll('\\', '/')] : [path];
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
