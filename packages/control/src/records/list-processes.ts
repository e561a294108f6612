import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { compareText, parseJson, readPlainFile } from '@lexichord/platform/internal';

import { compareLocation, locationOfThisProcess } from './process-location.js';
import { hasOwnRecordFolder } from './record-folder.js';
import { type ProcessRecord, recordName, recordPath, recordFolder, processRecordSchema } from './process-record.js';

/** A record is a few words. */
const maxRecordBytes = 1_024;
/** Maximum number of records that are read: more were put there to waste time. */
const maxRecords = 32;
const maxEntries = 1_024;

/**
 * The processes of this user that say that they serve a workspace, by their ids. The workspace may be hostile, so
 * a record counts only if it is a private file of this user, no link, and says what a record says; nothing of it is
 * contacted here. Records of processes that have ended are removed. Those of other places are skipped: it is not known
 * here whether their processes run.
 *
 * @param stateFolder absolute; need not exist
 * @param here where ids are looked up; default: where this process runs
 */
export async function listProcesses(
  stateFolder: string,
  here = locationOfThisProcess(),
): Promise<readonly ProcessRecord[]> {
  if (!(await hasOwnRecordFolder(stateFolder))) return [];
  const records: ProcessRecord[] = [];
  for (const name of await recordNames(recordFolder(stateFolder))) {
    const record = await readRecord(stateFolder, name);
    if (record === undefined) continue;
    const location = compareLocation(record.place, here);
    if (location === 'elsewhere') continue;
    if (location === 'here' && isRunning(record)) records.push(record);
    else await removeRecord(stateFolder, record);
    if (records.length === maxRecords) break;
  }
  return records.sort((left, right) => left.pid - right.pid || left.port - right.port);
}

/** Forgets a process that does not answer any more. */
export async function removeRecord(stateFolder: string, record: ProcessRecord): Promise<void> {
  await rm(recordPath(stateFolder, record), { force: true });
}

async function recordNames(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  let entries = 0;
  for await (const { name } of await opendir(folder)) {
    entries += 1;
    if (entries > maxEntries) break;
    if (recordName.test(name)) names.push(name);
  }
  return names.sort(compareText);
}

async function readRecord(stateFolder: string, name: string): Promise<ProcessRecord | undefined> {
  // Whatever cannot be read is no record of ours.
  const file = await readPlainFile(join(recordFolder(stateFolder), name), maxRecordBytes).catch(() => undefined);
  if (file?.isPrivate !== true) return undefined;
  const record = processRecordSchema.safeParse(parseJson(file.bytes.toString('utf8'))).data;
  // Under another name it would not be found again.
  return record !== undefined && name === `${record.pid}-${record.port}.json` ? record : undefined;
}

function isRunning({ pid }: ProcessRecord): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process, under a number that was ours before; a request to it fails.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
