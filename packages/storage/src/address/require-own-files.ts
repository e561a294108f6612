import { lstatSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { PathDeniedError } from '@lexichord/abstractions';
import { ignoreMissing, isOwnFile } from '@lexichord/platform/internal';

import { parseManifest } from '../database/manifest.js';
import { ifThere } from './if-there.js';

/**
 * Refuses a folder of tables in which something is not as the store makes it. The folder may have come with a clone, or
 * from another user of the machine, and the store's library follows a link, or a path in a manifest, wherever it leads:
 * it reads there, and when it cleans up it removes files.
 *
 * What is refused, at any depth: links, pipes and the like; what belongs to another user, where the system has owners;
 * manifests that name places other than their own folder.
 *
 * @param userId whose files may be used beside the administrator's; default the process's user
 * @throws {PathDeniedError} that names the first such file
 */
export async function requireOwnFiles(folder: string, userId = process.getuid?.()): Promise<void> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  const folders: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) folders.push(path);
    else if (!entry.isFile())
      throw new PathDeniedError(path, 'it is a link or not a regular file, which the store never creates');
  }
  for (const { name } of entries) requireOwner(join(folder, name), userId);
  for (const { name } of entries) if (name.endsWith('.manifest')) requireOwnPaths(join(folder, name));
  for (const path of folders) await requireOwnFiles(path, userId);
}

function requireOwner(path: string, userId: number | undefined): void {
  const found = ifThere(() => lstatSync(path, { bigint: true }));
  if (found !== undefined && !isOwnFile(Number(found.uid), userId)) {
    throw new PathDeniedError(path, 'it belongs to another user');
  }
}

function requireOwnPaths(manifest: string): void {
  const file = ifThere(() => readFileSync(manifest));
  if (file !== undefined && parseManifest(file).namesOtherFolders) {
    throw new PathDeniedError(manifest, 'it refers to files in other folders, which the store never does');
  }
}
