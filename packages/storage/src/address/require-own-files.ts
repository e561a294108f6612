import { closeSync, fstatSync, lstatSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { PathDeniedError } from '@lexichord/abstractions';
import { contentIdOf, isOwnFile } from '@lexichord/platform/internal';

import { parseManifest } from '../database/manifest.js';
import { ifThere } from './if-there.js';

/**
 * State of the manifests that name no other folder, by folder and name, as of the last check: reading them takes longer
 * than all other checks.
 */
const harmlessManifests = new Map<string, ReadonlyMap<string, string>>();

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
export function requireOwnFiles(folder: string, userId = process.getuid?.()): void {
  const entries = ifThere(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  const folders: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) folders.push(path);
    else if (!entry.isFile())
      throw new PathDeniedError(path, 'it is a link or not a regular file, which the store never creates');
  }
  const states = entries.map(({ name }) => [name, requireOwner(join(folder, name), userId)] as const);
  const manifests = states.filter(([name]) => name.endsWith('.manifest'));
  if (manifests.length > 0) requireOwnPaths(folder, manifests);
  for (const path of folders) requireOwnFiles(path, userId);
}

/** @returns the state of the file; `undefined` if it has been removed meanwhile */
function requireOwner(path: string, userId: number | undefined): string | undefined {
  const found = ifThere(() => lstatSync(path, { bigint: true }));
  if (found !== undefined && !isOwnFile(Number(found.uid), userId)) {
    throw new PathDeniedError(path, 'it belongs to another user');
  }
  return found && contentIdOf(found);
}

type FileState = readonly [name: string, state: string | undefined];

function requireOwnPaths(folder: string, manifests: readonly FileState[]): void {
  const known = harmlessManifests.get(folder);
  const harmless = new Map<string, string>();
  for (const [name, state] of manifests) {
    if (state === undefined) continue;
    const checked = known?.get(name) === state ? state : requireHarmless(join(folder, name));
    if (checked !== undefined) harmless.set(name, checked);
  }
  harmlessManifests.set(folder, harmless);
}

/** @returns the state in which the manifest was read; `undefined` if it has been removed meanwhile */
function requireHarmless(manifest: string): string | undefined {
  const file = ifThere(() => readWithState(manifest));
  if (file === undefined || !parseManifest(file.bytes).namesOtherFolders) return file?.state;
  throw new PathDeniedError(manifest, 'it refers to files in other folders, which the store never does');
}

/** Reads a file and its state through one descriptor: another file may take its place meanwhile. */
function readWithState(path: string): { readonly bytes: Buffer; readonly state: string } {
  const descriptor = openSync(path, 'r');
  try {
    const state = contentIdOf(fstatSync(descriptor, { bigint: true }));
    return { bytes: readFileSync(descriptor), state };
  } finally {
    closeSync(descriptor);
  }
}
