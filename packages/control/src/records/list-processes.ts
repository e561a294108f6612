import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { compareText, parseJson, readPlainFile } from '@lexichord/platform/internal';

import { compareLocation, locationOfThisProcess } from './process-location.js';
import { hasOwnRecordFolder } from './record-folder.js';
import { type ProcessRecord, recordName, recordPath, recordFolder, processRecordSchema } from './process-record.js';

/** Maximum size of a record, in bytes. */
const maxRecordBytes = 1_024;
/** Maximum number of records; more of them are hostile. */
const maxRecords = 32;
const maxEntries = 1_024;

/**
 * Lists the records of running processes that serve a workspace, by process id. The workspace may be hostile, so a
 * record counts only if it is a valid private file of this user, no link; no process is contacted. Removes records of
 * processes that have ended. Skips records of other machines or containers, whose processes cannot be checked.
 *
 * @param stateFolder absolute path; need not exist
 * @param here location of the checked process ids; default: that of this process
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

/** Removes the record of a process that no longer answers. */
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
  // An unreadable file is no record.
  const file = await readPlainFile(join(recordFolder(stateFolder), name), maxRecordBytes).catch(() => undefined);
  if (file?.isPrivate !== true) return undefined;
  const record = processRecordSchema.safeParse(parseJson(file.bytes.toString('utf8'))).data;
  // Under another name it could not be removed.
  return record !== undefined && name === `${record.pid}-${record.port}.json` ? record : undefined;
}

function isRunning({ pid }: ProcessRecord): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process has the id now; a request to it fails.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
