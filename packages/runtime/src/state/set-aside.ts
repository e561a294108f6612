import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { flushFolder, ignoreMissing, renamePatiently } from '@lexichord/platform/internal';

import { stateFolderName } from './state-folders.js';

/** Names of folders of state that were set aside. */
export const asideName = /^\.lexichord\.aside-[1-9]\d{0,3}$/u;

/** Maximum number of folders set aside. A clone may contain any number. */
const maxAside = 1_000;

/**
 * Renames a folder of state, or a file or link with its name, to a free name beside it, without opening it.
 *
 * @returns the name; `undefined` if the rename fails, as in a read-only workspace, or no name is free
 */
export async function setAside(folder: string): Promise<string | undefined> {
  const workspaceRoot = dirname(folder);
  const name = await freeName(workspaceRoot);
  if (name === undefined) return undefined;
  try {
    await renamePatiently(folder, join(workspaceRoot, name));
  } catch {
    return undefined;
  }
  await flushFolder(workspaceRoot);
  return name;
}

async function freeName(workspaceRoot: string): Promise<string | undefined> {
  for (let number = 1; number <= maxAside; number += 1) {
    const name = `${stateFolderName}.aside-${number}`;
    if ((await lstat(join(workspaceRoot, name)).catch(ignoreMissing)) === undefined) return name;
  }
  return undefined;
}
