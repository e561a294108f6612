import { lstat, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { flushFolder, ignoreMissing } from '@lexichord/platform/internal';

import { stateFolderName } from './state-folders.js';

/** Names of folders of state that are not in use. */
export const asideName = /^\.lexichord\.aside-[1-9]\d{0,3}$/u;

/** More than a user ever has. A clone may bring as many as it likes. */
const maxAside = 1_000;

/**
 * Moves a folder of state, or whatever has its name, to a free name beside it, unopened.
 *
 * @returns the name; `undefined` when it cannot be moved, because the workspace is read-only
 */
export async function setAside(folder: string): Promise<string | undefined> {
  const workspaceRoot = dirname(folder);
  const name = await freeName(workspaceRoot);
  if (name === undefined) return undefined;
  try {
    await rename(folder, join(workspaceRoot, name));
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
