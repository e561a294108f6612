import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { compareText, readPlainFile } from '@lexichord/platform';

import { hasOwnServingFolder } from './prepare-serving-folder.js';
import { type ServingRecord, recordName, recordPath, servingFolder, servingRecordSchema } from './serving-record.js';

/** A record is a few words. */
const largestRecordBytes = 1_024;
/** More than anybody has running; what else lies in the folder was put there to keep somebody busy. */
const mostRecords = 32;
const mostEntries = 1_024;

/**
 * The processes of this user that say that they serve a workspace, by their ids. The workspace may come from anybody, so
 * a record counts only if it is a private file of this user, no link, and says what a record says; nothing of it is
 * contacted here. Records of processes that have ended are removed.
 *
 * @param stateFolder absolute; need not exist
 */
export async function listServing(stateFolder: string): Promise<readonly ServingRecord[]> {
  if (!(await hasOwnServingFolder(stateFolder))) return [];
  const records: ServingRecord[] = [];
  for (const name of await recordNames(servingFolder(stateFolder))) {
    const record = await readRecord(stateFolder, name);
    if (record === undefined) continue;
    if (isRunning(record)) records.push(record);
    else await removeRecord(stateFolder, record);
  }
  return records.sort((left, right) => left.pid - right.pid || left.port - right.port);
}

/** Forgets a process that does not answer any more. */
export async function removeRecord(stateFolder: string, record: ServingRecord): Promise<void> {
  await rm(recordPath(stateFolder, record), { force: true });
}

async function recordNames(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  let entries = 0;
  for await (const { name } of await opendir(folder)) {
    entries += 1;
    if (entries > mostEntries) break;
    if (recordName.test(name)) names.push(name);
  }
  return names.sort(compareText).slice(0, mostRecords);
}

async function readRecord(stateFolder: string, name: string): Promise<ServingRecord | undefined> {
  // Whatever cannot be read is no record of ours.
  const file = await readPlainFile(join(servingFolder(stateFolder), name), largestRecordBytes).catch(() => undefined);
  if (file?.isPrivate !== true) return undefined;
  const record = servingRecordSchema.safeParse(jsonOf(file.bytes)).data;
  // Under another name it would not be found again.
  return record !== undefined && name === `${record.pid}-${record.port}.json` ? record : undefined;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    // No record; the schema refuses it.
    return undefined;
  }
}

function isRunning({ pid }: ServingRecord): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process, under a number that was ours before: whoever asks it finds out.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
