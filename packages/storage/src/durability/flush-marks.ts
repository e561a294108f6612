import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { flushFolder, ignoreMissing } from '@lexichord/platform/internal';

import { listManifests } from '../database/table-files.js';
import { type FileSums, formatSums, parseSums } from './file-sums.js';

/**
 * Name of a flush mark, a file beside a table's files: all files up to this version are on the disk. A newer version
 * was never acknowledged: a running process is committing it, or its process ended before the flush.
 *
 * The mark contains sums of the version's lists of deleted rows, which have no other checksum. The sums themselves are
 * not flushed; a mark without sums, as earlier releases wrote it, says nothing about the lists.
 */
const markName = /^flushed-(\d{1,20})$/u;

export function isFlushMark(name: string): boolean {
  return markName.test(name);
}

/** The newest version that is certainly on the disk; `undefined` for a table without a mark. */
export async function findFlushedVersion(folder: string): Promise<bigint | undefined> {
  return (await listMarks(folder)).reduce<bigint | undefined>(
    (newest, version) => (newest === undefined || version > newest ? version : newest),
    undefined,
  );
}

/** Records that all versions up to this one are on the disk. Survives a power cut once the folder is flushed. */
export async function writeFlushMark(folder: string, version: bigint, sums: FileSums = new Map()): Promise<void> {
  await writeFile(markPath(folder, version), formatSums(sums));
}

/** Sums of the lists of deleted rows of the newest marked version; empty if the mark has none. */
export async function readMarkedSums(folder: string): Promise<FileSums> {
  const version = await findFlushedVersion(folder);
  if (version === undefined) return new Map();
  return parseSums((await readFile(markPath(folder, version), 'utf8').catch(ignoreMissing)) ?? '');
}

/**
 * Removes the marks of a table before a commit that is not flushed: it counts as complete, and must not be mistaken for
 * one that a power cut has torn. The removal is flushed before this returns.
 */
export async function removeFlushMarks(folder: string, flush: (folder: string) => Promise<void>): Promise<void> {
  const marks = await listMarks(folder);
  if (marks.length === 0) return;
  for (const mark of marks) await rm(markPath(folder, mark), { force: true });
  await flush(folder);
}

/** Removes a table. Its marks go first, so that after a power cut in between the table does not count as damaged. */
export async function removeTableFolder(folder: string): Promise<void> {
  await removeFlushMarks(folder, flushFolder);
  await rm(folder, { recursive: true, force: true });
}

/** Removes marks older than this version, and those of versions that a repair removed. */
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
