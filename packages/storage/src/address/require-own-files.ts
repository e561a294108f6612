import { lstatSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { PathDeniedError } from '@lexichord/abstractions';
import { ignoreMissing, isOwnFile } from '@lexichord/platform/internal';

import { parseManifest } from '../database/manifest.js';
import { ifThere } from './if-there.js';

/**
 * Rejects a folder of tables with files that the store does not create. The folder may come with a clone, or from
 * another user of the machine, and the store's library follows links and paths in manifests: it reads their targets,
 * and removes files there in a clean-up.
 *
 * Rejected at any depth: links, pipes and other special files; files of another user, on systems with owners; manifests
 * that name other folders.
 *
 * @param userId owner whose files are allowed, besides the administrator; default: the process's user
 * @throws {PathDeniedError} naming the first such file
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
