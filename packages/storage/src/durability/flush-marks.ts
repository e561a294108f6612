import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { flushFolder, ignoreMissing } from '@lexichord/platform/internal';

import { listManifests } from '../database/table-files.js';
import { type FileSums, formatSums, parseSums } from './file-sums.js';

/**
 * Beside a table's files, the name of a file says up to which version all of them are on the disk. What is newer was
 * never acknowledged: it is being committed by a process that lives, or its process has ended before the commit was
 * flushed.
 *
 * In it are sums of the lists of deleted rows that the version has: nothing else has a checksum for them. They are not
 * waited for; a mark without them, as earlier versions wrote all, says nothing of the lists.
 */
const markName = /^flushed-(\d{1,20})$/u;

export function isFlushMark(name: string): boolean {
  return markName.test(name);
}

/** The newest version that is on the disk for certain; `undefined` for a table without a mark. */
export async function findFlushedVersion(folder: string): Promise<bigint | undefined> {
  return (await listMarks(folder)).reduce<bigint | undefined>(
    (newest, version) => (newest === undefined || version > newest ? version : newest),
    undefined,
  );
}

/** Says that everything up to a version is on the disk. Survives a power cut once the folder was flushed. */
export async function writeFlushMark(folder: string, version: bigint, sums: FileSums = new Map()): Promise<void> {
  await writeFile(markPath(folder, version), formatSums(sums));
}

/** Sums of the lists of deleted rows of the newest version that has a mark; none where it does not say. */
export async function readMarkedSums(folder: string): Promise<FileSums> {
  const version = await findFlushedVersion(folder);
  if (version === undefined) return new Map();
  return parseSums((await readFile(markPath(folder, version), 'utf8').catch(ignoreMissing)) ?? '');
}

/**
 * Removes the mark of a table, before a commit that is not waited for: such a commit counts as made, and must not be
 * taken for one that a power cut has torn. Where there is a mark, it is gone for certain when this returns.
 */
export async function removeFlushMarks(folder: string, flush: (folder: string) => Promise<void>): Promise<void> {
  const marks = await listMarks(folder);
  if (marks.length === 0) return;
  for (const mark of marks) await rm(markPath(folder, mark), { force: true });
  await flush(folder);
}

/** Takes a table away: first what was said of it, so that a power cut in between leaves none that has lost something. */
export async function removeTableFolder(folder: string): Promise<void> {
  await removeFlushMarks(folder, flushFolder);
  await rm(folder, { recursive: true, force: true });
}

/** Removes marks that a newer one replaces, and those of versions that a repair took away. */
export async function removeOtherMarks(folder: string, version: bigint): Promise<void> {
  const newest = (await listManifests(folder))[0]?.version ?? version;
  const others = (await listMarks(folder)).filter((mark) => mark < version || mark > newest);
  for (const mark of others) await rm(markPath(folder, mark), { force: true });
}

function markPath(folder: string, version: bigint): string {
  return join(folder, `flushed-${version}`);
}

async function listMarks(folder: string): Promise<readonly bigint[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  return names.flatMap((name) => {
    const digits = markName.exec(name)?.[1];
    return digits === undefined ? [] : [BigInt(digits)];
  });
}
