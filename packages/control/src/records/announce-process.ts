import { rm } from 'node:fs/promises';

import { IClock, type ILexichordRuntime, IStateFolder } from '@lexichord/abstractions';
import { replaceFile } from '@lexichord/platform/internal';

import { locationOfThisProcess } from './process-location.js';
import { prepareRecordFolder } from './record-folder.js';
import { type ServingKind, type ProcessRecord, recordPath } from './process-record.js';

/** Port and subject of a server of this process. */
export interface ServedAddress {
  readonly port: number;
  /** The random part of its address. */
  readonly secret: string;
  readonly kind: ServingKind;
}

/**
 * Writes a record of a server of this process into the workspace's state, readable only for this user, so that commands
 * can find it. The next command that lists records removes those of killed processes.
 *
 * @returns a function that removes the record
 * @throws {LexichordError} `io-failed` when it cannot be written
 */
export async function announceProcess(
  runtime: Pick<ILexichordRuntime, 'resolve'>,
  { port, secret, kind }: ServedAddress,
): Promise<() => Promise<void>> {
  const state = runtime.resolve(IStateFolder);
  const startedAt = new Date(runtime.resolve(IClock).now()).toISOString();
  const location = locationOfThisProcess();
  const record: ProcessRecord = { version: 1, pid: process.pid, port, secret, kind, startedAt, place: location };
  const path = recordPath(state.path, record);
  await prepareRecordFolder(state);
  await replaceFile(path, [`${JSON.stringify(record)}\n`], { isPrivate: true, isDerived: true });
  return () => rm(path, { force: true });
}
