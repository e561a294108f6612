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
 * Lets commands find a server of this process: a record that only this user can read, in the workspace's folder for
 * state. What a process that was killed left behind is removed by the next command that looks.
 *
 * @returns takes the record away again
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
