import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { ignoreMissing } from '@lexichord/platform/internal';

import { type FileSums, sumOf } from '../durability/file-sums.js';
import { readMarkedSums } from '../durability/flush-marks.js';
import { readNamedFiles } from './named-files.js';
import { listManifests } from './table-files.js';

const deletionFolder = '_deletions';
/** File of a fragment's deleted rows: a list in Arrow's format, or, from some thousands on, a bitmap. */
const deletionFile = /^_deletions\/[^/]+\.(?:arrow|bin)$/u;

/** Whether a list of deleted rows is a bitmap, according to its name. */
export function isDeletionBitmap(path: string): boolean {
  return path.endsWith('.bin');
}

/**
 * Finds damaged lists of deleted rows of the newest version: with a wrong sum, or, if none is recorded, with an invalid
 * format. The library trusts impossible sizes, and ends the process.
 *
 * @returns their paths
 */
export async function findBrokenDeletions(folder: string): Promise<readonly string[]> {
  const [newest] = await listManifests(folder);
  return newest === undefined ? [] : brokenAmong(folder, await namedDeletions(newest.path));
}

/** Finds damaged lists of deleted rows of all stored versions. */
export async function findAllBrokenDeletions(folder: string): Promise<readonly string[]> {
  const names = (await readdir(join(folder, deletionFolder)).catch(ignoreMissing)) ?? [];
  return brokenAmong(
    folder,
    names.map((name) => `${deletionFolder}/${name}`).filter((path) => deletionFile.test(path)),
  );
}

/**
 * Sums of the lists of deleted rows that a version names.
 *
 * @param cachedSums known sums, whose files are not read again
 */
export async function sumDeletions(
  folder: string,
  manifestPath: string,
  cachedSums: FileSums = new Map(),
): Promise<FileSums> {
  const sums = new Map<string, string>();
  for (const path of await namedDeletions(manifestPath)) {
    const sum = cachedSums.get(path) ?? (await sumOfFile(join(folder, path)));
    if (sum !== undefined) sums.set(path, sum);
  }
  return sums;
}

async function namedDeletions(manifestPath: string): Promise<readonly string[]> {
  const named = (await readNamedFiles(manifestPath)) ?? [];
  return named.map(({ path }) => path).filter((path) => deletionFile.test(path));
}

async function sumOfFile(path: string): Promise<string | undefined> {
  const file = await readFile(path).catch(ignoreMissing);
  return file && sumOf(file);
}

/** @param paths relative to the folder */
async function brokenAmong(folder: string, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const sums = await readMarkedSums(folder);
  const broken: string[] = [];
  for (const path of paths) {
    const file = await readFile(join(folder, path)).catch(ignoreMissing);
    if (file === undefined) continue;
    const sum = sums.get(path);
    const isWhole = sum === undefined ? await isPlausible(path, file) : sumOf(file) === sum;
    if (!isWhole) broken.push(join(folder, path));
  }
  return broken;
}

async function isPlausible(path: string, file: Buffer): Promise<boolean> {
  if (isDeletionBitmap(path)) return (await import('./roaring-bitmap.js')).isRoaringBitmap(file);
  return (await import('./arrow-sizes.js')).hasPlausibleSizes(file);
}
