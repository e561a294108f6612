import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { ignoreMissing } from '@lexichord/platform/internal';

import { readNamedFiles } from './named-files.js';
import { listManifests } from './table-files.js';

/** Which rows of a fragment are deleted, as a file of Arrow's format. */
const deletionFile = /^_deletions\/[^/]+\.arrow$/u;

/** Deletions of the newest version whose sizes cannot be: the library would take them for granted, and end the process. */
export async function findBrokenDeletions(folder: string): Promise<readonly string[]> {
  const [newest] = await listManifests(folder);
  const named = newest && (await readNamedFiles(newest.path));
  const paths = (named ?? []).map(({ path }) => path).filter((path) => deletionFile.test(path));
  return brokenAmong(paths.map((path) => join(folder, path)));
}

/** The same of all versions that are kept. */
export async function findAllBrokenDeletions(folder: string): Promise<readonly string[]> {
  const deletions = join(folder, '_deletions');
  const names = (await readdir(deletions).catch(ignoreMissing)) ?? [];
  return brokenAmong(names.filter((name) => name.endsWith('.arrow')).map((name) => join(deletions, name)));
}

async function brokenAmong(paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const { hasPlausibleSizes } = await import('./arrow-sizes.js');
  const broken: string[] = [];
  for (const path of paths) {
    const file = await readFile(path).catch(ignoreMissing);
    if (file !== undefined && !hasPlausibleSizes(file)) broken.push(path);
  }
  return broken;
}
